package org.eddp.experiments.truth;

import java.util.List;

/**
 * The pictures of a trial.
 *
 * @param classes names of the classes
 * @param causes what is planted
 * @param relying training pictures: every picture of the class of a cause shows the cause, no other picture does
 * @param twins the same training pictures with causes at random, whatever their class
 * @param clean test pictures without any cause
 * @param changed for every cause the same test pictures in the same order, all of which show it
 * @param pairs for every cause the test pictures, of other classes than that of the cause, that are explained
 */
record TrialData(
        List<String> classes,
        List<Cause> causes,
        CauseSet relying,
        CauseSet twins,
        CauseSet clean,
        List<CauseSet> changed,
        List<int[]> pairs) {}

package org.eddp.cli.command;

import java.util.List;

/** The commands of this package, in the order of the help. */
public final class GeneralCommands {
    /** Commands for a first visit. */
    public static final List<Class<?>> START = List.of(DemoCommand.class, LookCommand.class, StudioCommand.class);

    /** Commands that make a run step by step. */
    public static final List<Class<?>> MAKE = List.of(
            NetworkCommand.class,
            FeaturesCommand.class,
            SampleCommand.class,
            LearnCommand.class,
            LabelCommand.class,
            ImportCommand.class);

    /** Commands that check the machine and the program. */
    public static final List<Class<?>> CHECKS =
            List.of(DoctorCommand.class, VerifyCommand.class, NetworksCommand.class);

    /** Commands that help the user's shell and its manual. */
    public static final List<Class<?>> SHELL = List.of(CompletionCommand.class, ManCommand.class);

    private GeneralCommands() {}
}

package org.eddp.intervene;

/**
 * Overwrites a concept.
 *
 * @param concept its number
 * @param target the value of w.x afterwards
 * @param place the patches to change
 */
public record Edit(int concept, Target target, Place place) {
    /** Takes a concept away where it is. */
    public static Edit remove(int concept, Target target) {
        return new Edit(concept, target, new Place.Detected(concept));
    }

    @Override
    public String toString() {
        return "concept " + concept + " to " + target + " " + place;
    }
}

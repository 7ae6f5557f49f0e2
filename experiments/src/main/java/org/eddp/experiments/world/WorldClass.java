package org.eddp.experiments.world;

import java.util.ArrayList;
import java.util.List;

/**
 * An image class: the landmark and the visitor that meet in the picture. Both must be recognised to tell it.
 *
 * @param landmark house, tree, boat or table
 * @param visitor car, person or lamp
 */
record WorldClass(ObjectKind landmark, ObjectKind visitor) {
    /** All classes, in the order of their numbers. */
    static final List<WorldClass> ALL = all();

    private static List<WorldClass> all() {
        List<WorldClass> classes = new ArrayList<>();
        for (ObjectKind landmark : List.of(ObjectKind.HOUSE, ObjectKind.TREE, ObjectKind.BOAT, ObjectKind.TABLE)) {
            for (ObjectKind visitor : List.of(ObjectKind.CAR, ObjectKind.PERSON, ObjectKind.LAMP)) {
                classes.add(new WorldClass(landmark, visitor));
            }
        }
        return List.copyOf(classes);
    }

    /** "house and car". */
    String label() {
        return landmark.label() + " and " + visitor.label();
    }
}

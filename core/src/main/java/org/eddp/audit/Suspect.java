package org.eddp.audit;

import java.util.List;
import org.eddp.files.json.Json;
import org.eddp.names.Named;

/**
 * A concept, or several near-duplicates of one, that a class rests on although it looks like an artefact.
 *
 * @param concepts numbers and names, the strongest first; several are to be removed as one
 * @param label the class
 * @param score of the strongest
 * @param pair what was measured of the strongest, with controls
 * @param together what taking all of them out as one does
 * @param repair what taking them out would change on pictures with a known class; null without labels
 * @param sentence what was found, in words; every claim is a number of this audit
 * @param checks steps before the network is repaired
 * @param examples pictures predicted to be of the class that have the concept, strongest first
 */
public record Suspect(
        List<Named> concepts,
        Named label,
        double score,
        AuditedPair pair,
        AuditedPair.Removal together,
        @Json.MayBeNull RepairEstimate repair,
        String sentence,
        List<String> checks,
        List<Example> examples) {
    public Suspect {
        concepts = List.copyOf(concepts);
        checks = List.copyOf(checks);
        examples = List.copyOf(examples);
    }

    /**
     * A picture that shows the concept.
     *
     * @param picture its number in the feature set
     * @param name its name in the feature set
     * @param row of the cell on which the detector fires strongest
     * @param column of that cell
     */
    public record Example(int picture, String name, int row, int column) {}
}

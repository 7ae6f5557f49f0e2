package org.eddp.baselines.runs;

import java.util.List;
import java.util.Map;
import org.eddp.directions.Directions;
import org.eddp.labels.Concept;

/**
 * What a baseline found.
 *
 * @param directions with signal vectors, as those of a learned run
 * @param details numbers about the fit, for {@code run.json}
 * @param concepts what each direction was taught, null for methods without supervision
 */
public record BaselineFit(Directions directions, Map<String, Object> details, List<Concept> concepts) {}

package org.eddp.run;

import java.util.List;
import java.util.Map;
import org.eddp.baselines.runs.BaselineOptions;
import org.eddp.labels.Concept;

/**
 * A run whose directions another method gave.
 *
 * @param method its name
 * @param options of the method
 * @param details numbers about the fit
 * @param concepts what each direction was taught, null for methods without supervision
 */
public record BaselineRun(
        String eddp,
        String method,
        BaselineOptions options,
        Map<String, Object> data,
        Map<String, Object> details,
        List<Concept> concepts)
        implements RunFile {}

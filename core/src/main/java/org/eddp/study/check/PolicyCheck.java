package org.eddp.study.check;

import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.eddp.audit.Audit;
import org.eddp.audit.AuditOptions;
import org.eddp.audit.AuditedPair;
import org.eddp.audit.Suspect;
import org.eddp.failure.Failure;
import org.eddp.failure.InvalidInput;
import org.eddp.files.FileFailure;
import org.eddp.images.source.ImageList;
import org.eddp.monitor.Monitor;
import org.eddp.names.Named;
import org.eddp.run.Results;
import org.eddp.run.Run;
import org.eddp.study.AuditDecisions;
import org.eddp.study.AuditStudy;
import org.eddp.study.check.CheckResults.Finding;
import org.eddp.study.check.CheckResults.Status;
import org.eddp.study.diff.RunDiff;

/**
 * Tests a run against a policy. A rule that fails for a reason that the user can correct (an unknown class, a missing
 * folder) is reported as unchecked, and the other rules are still tested.
 */
public final class PolicyCheck {
    private final Run run;
    private final Monitor monitor;
    private final Path base;
    private Audit audit;
    private Audit allPairs;
    private RuntimeException auditProblem;

    private PolicyCheck(Run run, Path base, Monitor monitor) {
        this.run = run;
        this.base = base;
        this.monitor = monitor;
    }

    /**
     * Tests all rules. Rules about suspects and reliance use the audit of the run; if there is none of the current
     * directions, it is made first, and kept in the run if that can be written.
     *
     * @param base folder that relative paths of the policy start from
     * @throws InvalidInput if the policy has no rule
     */
    public static CheckResults run(Run run, Policy policy, Path base, Monitor monitor) {
        policy.requireRule("the policy");
        return new CheckResults(
                run.options().command(),
                run.name(),
                run.digest(),
                new PolicyCheck(run, base, monitor).findings(policy));
    }

    private List<Finding> findings(Policy policy) {
        List<Finding> findings = new ArrayList<>();
        if (policy.suspects() != null) {
            findings.add(suspects(policy.suspects()));
        }
        policy.reliance().forEach(rule -> findings.add(reliance(rule)));
        policy.masks().forEach(rule -> findings.add(masks(rule)));
        if (policy.lost() != null) {
            findings.add(lost(policy.lost()));
        }
        return findings;
    }

    /** The finding of a test, or that the rule could not be tested. */
    private static Finding finding(String rule, Supplier<Finding> test) {
        try {
            return test.get();
        } catch (RuntimeException e) {
            Failure failure = Failure.of(e).orElseThrow(() -> e);
            return new Finding(rule, Status.UNCHECKED, failure.getMessage());
        }
    }

    private static Finding finding(String rule, boolean held, String detail) {
        return new Finding(rule, held ? Status.HELD : Status.VIOLATED, detail);
    }

    private Finding suspects(Policy.Suspects rule) {
        String text = "no suspect with a score above " + number(rule.maximumScore());
        return finding(text, () -> {
            if (audit().closely() == 0) {
                throw new InvalidInput(audit().sentence());
            }
            List<Suspect> open = AuditDecisions.of(run).open(audit());
            List<Suspect> above = open.stream()
                    .filter(suspect -> suspect.score() > rule.maximumScore())
                    .toList();
            String found = above.isEmpty()
                    ? "the audit has " + plural(open.size(), "suspect") + ", none above the limit"
                    : above.stream().map(this::title).collect(Collectors.joining("; "));
            int dismissed = audit().suspects().size() - open.size();
            return finding(
                    text,
                    above.isEmpty(),
                    dismissed == 0 ? found : found + "; not counted: " + plural(dismissed, "dismissed suspect"));
        });
    }

    private String title(Suspect suspect) {
        return "score " + number(suspect.score()) + ": "
                + suspect.label().inSentence(run.provenance().outputs().noun()) + " rests on concept "
                + Named.list(suspect.concepts());
    }

    private Finding reliance(Policy.Reliance rule) {
        String noun = run.provenance().outputs().noun();
        String text = noun + " " + rule.label() + " rests on concept " + rule.concept() + " by at most "
                + number(rule.maximum());
        return finding(text, () -> {
            int concept = run.conceptNames().parse("concept", rule.concept());
            int label = run.classNames()
                    .parse(noun, rule.label(), run.features().info().classes());
            AuditedPair pair = pair(concept, label).orElseThrow(() -> notMeasured(concept, label));
            int pictures = pair.removal().pictures();
            if (pictures == 0) {
                throw new InvalidInput(
                        "none of the " + audit().examined() + " pictures that the audit examined is taken" + " for "
                                + rule.label() + "; use a run with more pictures of it");
            }
            AuditedPair.Reliance reliance = pair.reliance();
            if (!audit().linear() && reliance.present() > 0 && reliance.contribution() == 0) {
                throw new InvalidInput("none of the " + audit().examined()
                        + " pictures that the audit examined shows what the concept contributes to " + rule.label()
                        + "; audit the run with a larger sample");
            }
            double measured = reliance.meanContribution();
            return finding(
                    text,
                    measured <= rule.maximum(),
                    "measured: " + number(measured) + " on " + plural(pictures, "picture"));
        });
    }

    private InvalidInput notMeasured(int concept, int label) {
        boolean taken = pairs().stream().anyMatch(pair -> pair.label().number() == label);
        return new InvalidInput(
                taken
                        ? "the detector of concept " + concept
                                + " fires on no patch or on all patches of the run, so that"
                                + " the concept cannot be removed; leave the rule out"
                        : "no picture of the run is taken for "
                                + run.classNames()
                                        .of(label)
                                        .inSentence(run.provenance().outputs().noun())
                                + "; use a run with pictures of it");
    }

    private Optional<AuditedPair> pair(int concept, int label) {
        return find(audit().ranking(), concept, label).or(() -> find(pairs(), concept, label));
    }

    /** All pairs that were measured; the stored audit has only those with the highest scores. */
    private List<AuditedPair> pairs() {
        if (allPairs == null) {
            allPairs = audit().ranking().size() == audit().pairs()
                    ? audit()
                    : AuditStudy.measure(
                            run,
                            AuditStudy.Options.DEFAULT.withAudit(
                                    audit().options().withKept(Integer.MAX_VALUE)),
                            monitor);
        }
        return allPairs.ranking();
    }

    private static Optional<AuditedPair> find(List<AuditedPair> pairs, int concept, int label) {
        return pairs.stream()
                .filter(pair ->
                        pair.concept().number() == concept && pair.label().number() == label)
                .findFirst();
    }

    /** The audit of the current directions. A failure is kept too, so that it does not take its time once per rule. */
    private Audit audit() {
        if (auditProblem != null) {
            throw auditProblem;
        }
        if (audit == null) {
            try {
                audit = run.read(Results.AUDIT).filter(PolicyCheck::isThorough).orElseGet(this::makeAudit);
            } catch (RuntimeException e) {
                auditProblem = e;
                throw e;
            }
        }
        return audit;
    }

    /** Whether as many pictures were examined as a check examines; {@code look} takes a smaller sample. */
    private static boolean isThorough(Audit stored) {
        return stored.linear() || stored.examined() >= Math.min(stored.pictures(), AuditOptions.DEFAULT.sample());
    }

    private Audit makeAudit() {
        if (run.isStale(Results.AUDIT)) {
            monitor.remark("the audit of the run is of other directions, so it is made again");
        }
        Audit made = AuditStudy.measure(run, AuditStudy.Options.DEFAULT, monitor);
        try {
            run.write(Results.AUDIT, made, run.options().command());
        } catch (FileFailure e) { // build servers often mount runs read-only
            monitor.remark("the audit is not kept: " + e.getMessage());
        }
        return made;
    }

    private Finding masks(Policy.Masks rule) {
        String text = "pictures of " + rule.images() + " are explained inside the masks of " + rule.masks()
                + " by at least " + number(rule.minimum());
        return finding(text, () -> {
            ImageList images = images(rule.images());
            MaskFiles masks = new MaskFiles(images(rule.masks()));
            MaskShare shares = new MaskShare(run, monitor);
            List<String> below = new ArrayList<>();
            double smallest = Double.POSITIVE_INFINITY;
            try (Monitor.Stage stage = monitor.stage("masks", images.size())) {
                for (int n = 0; n < images.size(); n++) {
                    ImageList.Entry image = images.entries().get(n);
                    double share = shares.of(image, masks.of(image));
                    smallest = Math.min(smallest, share);
                    if (share < rule.minimum()) {
                        below.add(image.name() + " " + number(share));
                    }
                    stage.onProgress(n + 1, images.size());
                }
            }
            return finding(
                    text,
                    below.isEmpty(),
                    below.isEmpty()
                            ? plural(images.size(), "picture") + ", smallest share " + number(smallest)
                            : below.size() + " of " + plural(images.size(), "picture") + " below: "
                                    + below.stream().limit(5).collect(Collectors.joining(", "))
                                    + (below.size() > 5 ? ", ..." : ""));
        });
    }

    private ImageList images(Path folder) {
        ImageList images = ImageList.of(base.resolve(folder));
        images.leftOut().ifPresent(monitor::remark);
        return images;
    }

    private Finding lost(Policy.Lost rule) {
        String text = "at most " + plural(rule.maximum(), "concept") + " of " + rule.against() + " lost";
        Run.Options how = Run.Options.DEFAULT.withThreads(run.options().threads());
        return finding(text, () -> {
            try (Run earlier = Run.open(base.resolve(rule.against()), how, monitor)) {
                RunDiff diff = RunDiff.of(earlier, run, RunDiff.Options.DEFAULT.withInfluence(false), monitor);
                int rare = diff.rareBefore().size();
                int compared = diff.before().concepts() - rare;
                if (compared == 0) {
                    throw new InvalidInput("all concepts of " + rule.against() + " fire on too few of the "
                            + diff.pictures() + " common pictures, or everywhere; use more pictures");
                }
                int lost = diff.lost().size();
                return finding(
                        text,
                        lost <= rule.maximum(),
                        lost + " of " + plural(compared, "concept") + " lost"
                                + (lost == 0 ? "" : ": " + Named.list(diff.lost()))
                                + (rare == 0 ? "" : "; not compared: " + rare + " that fire too rarely or everywhere"));
            }
        });
    }

    private static String plural(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }

    /** Formats with six digits, so that a number just above its limit does not look equal to it. */
    private static String number(double value) {
        double rounded = Double.isFinite(value)
                ? new BigDecimal(value).round(new MathContext(6)).doubleValue()
                : value;
        return Double.toString(rounded).replaceFirst("\\.0$", "");
    }
}

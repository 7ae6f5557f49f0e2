package org.eddp.learning;

/** Where the state of learning is kept so that it can go on after an interruption. */
public interface CheckpointStore {
    /** Keeps nothing. */
    CheckpointStore NONE = new CheckpointStore() {
        @Override
        public LearningState load() {
            return null;
        }

        @Override
        public boolean due() {
            return false;
        }

        @Override
        public void save(LearningState state) {
            // nowhere
        }
    };

    /** The state to go on from, or null to start from the beginning. */
    LearningState load();

    /** Whether it is time to save. */
    boolean due();

    /** Saves, replacing what was saved before. */
    void save(LearningState state);
}

/**
 * Returns the paragraph that tells the model that its notes may be incomplete; '' if nothing is degraded. The figures of a
 * recall tell a model nothing: frames and the kept context have them.
 */
export const formatSignals = (degraded: string[]): string =>
  degraded.length === 0
    ? ''
    : '## Memory Quality\nMemory could not be searched in full for this message: notes may be missing below, so do not conclude that nothing is known.';

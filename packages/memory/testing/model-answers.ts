/** A statement, as the small model answers an extraction: the user said it in the messages with these numbers. */
export function foundMemory(content: string, evidence: number[], fields: object = {}): object {
  return {
    content,
    title: 'x',
    type: 'semantic',
    category: 'other',
    namespace: 'devai/project/taskforge/facts',
    source: 'user_stated',
    priority: 'highest',
    importance: 5,
    tags: [],
    details: null,
    evidence,
    ...fields,
  };
}

/** What the agent found out: in no words of the user. */
export const discovered = { source: 'discovery', priority: 'low' };

/** The answer to a deduplication: for each candidate in order, an action, and the number of the memory that it is about. */
export function decided(...actions: [action: string, memory?: number][]): {
  decisions: object[];
} {
  return {
    decisions: actions.map(([action, memory = null], index) => ({
      candidate: index + 1,
      action,
      memory,
      earlier_candidate: null,
      reason: 'because',
    })),
  };
}

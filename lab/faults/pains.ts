import type { Mutation } from './mutation.ts';

const tests = ['apps/api/tests/pains'];

/** One fault for each common complaint of users of such systems. */
export const pains: Mutation[] = [
  {
    name: 'pain 1: a model that is wrong replaces a fact of another subject',
    file: 'packages/memory/src/dedup/guard-decisions.ts',
    find: 'if (isPlainChange(decision, candidate.content, content))',
    replace: 'if (content)',
    tests,
  },
  {
    name: 'pain 2: an answer that cannot be used twice counts as "nothing to remember"',
    file: 'packages/memory/src/ask-twice.ts',
    find: "throw new MemoryError('malformed_answer', `the model gave no usable ${name}: ${problem}`);",
    replace: 'return read(form.parse({ memories: [], answers: [] }));',
    tests,
  },
  {
    name: 'pain 3: what the agent repeats of a memory is news',
    file: 'packages/memory/src/jobs/apply-candidates.ts',
    find: 'return new Set(candidates.flatMap((candidate, index) => (isAgents(candidate) ? [index] : [])));',
    replace: 'return new Set(candidates.flatMap((candidate) => (isAgents(candidate) ? [] : [])));',
    tests,
  },
  {
    name: 'pain 4: each candidate costs an embedding request',
    file: 'packages/memory/src/jobs/apply-candidates.ts',
    find: '? await embedInBatches(usage.meter(embeddings, sessionId), texts, { signal, onRefused })',
    replace:
      '? { vectors: (await Promise.all(texts.map((text) => embedInBatches(usage.meter(embeddings, sessionId), [text], { signal })))).flatMap((one) => one.vectors) }',
    tests,
  },
  {
    name: 'pain 5: the best of unrelated memories are put into the prompt',
    file: 'packages/memory/src/retrieval/rank.ts',
    find: '    judgement.isRelevant ||\n    isOverview ||',
    replace: '    true ||\n    isOverview ||',
    tests,
  },
  {
    name: 'pain 6: the history does not tell why a memory was replaced',
    file: 'packages/memory/src/dedup/guard-decisions.ts',
    find: 'return { decision: { ...decision, targetId } };',
    replace: "return { decision: { ...decision, targetId, reason: '' } };",
    tests,
  },
  {
    name: 'pain 7: the notes of a turn stand before the history',
    file: 'packages/memory/src/context/arrange.ts',
    find: "...messagesIn('history'), ...asMessage(volatile)",
    replace: "...asMessage(volatile), ...messagesIn('history')",
    tests,
  },
  {
    name: 'pain 8: the user vouches for what only a tool says',
    file: 'packages/memory/src/extraction/trust.ts',
    find: "return { trust: byTool && !byAgent ? 'tool' : 'agent', isOwnWords: false };",
    replace: "return { trust: 'user', isOwnWords: true };",
    tests,
  },
  {
    name: 'pain 9: the model is not asked to keep the language',
    file: 'packages/memory/src/extraction/prompt.ts',
    find: ' In the language of the conversation;',
    replace: '',
    tests,
  },
  {
    name: 'pain 10: a token is four characters',
    file: 'packages/memory/src/text/tokens.ts',
    find: 'return tokens + countWithTokenizer(text.slice(start), specialTokensAreText);',
    replace: 'return Math.ceil(text.length / 4);',
    tests,
  },
];

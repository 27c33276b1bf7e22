import { isDeepStrictEqual } from 'node:util';
import type { EvalCase, ExpectedStatement } from './eval-case.ts';
import type { LeftMemory, Outcome } from './run-case.ts';

/**
 * What is wrong with an outcome, in words. `lost`: should be valid and is not, and nothing stored before said it.
 * `invalidated`: was stored, should have stayed, and is no longer valid. `stale`: was stored, should have been replaced,
 * and is still valid. `junk`: was added and should not be there. `other`: leaks, open jobs, wrong counts.
 */
export type Score = {
  lost: string[];
  invalidated: string[];
  stale: string[];
  junk: string[];
  other: string[];
};

/**
 * Compares the state after a case with the expected one. Each valid memory stands for at most one expected statement,
 * so a statement that is stored twice is one too many. Pure.
 */
export function scoreCase(evalCase: EvalCase, outcome: Outcome): Score {
  const valid = outcome.memories.filter(({ isValid }) => isValid);
  const before = new Set(outcome.seeded.map(({ id }) => id));
  const { unmet, unpaired } = pair(evalCase.expect.valid, valid);
  const unasked = unpaired.filter((memory) => !evalCase.expect.allowed.some((one) => isMet(one, memory)));
  const wasThere = (expected: ExpectedStatement) =>
    outcome.memories.some((memory) => before.has(memory.id) && !memory.isValid && isMet(expected, memory));
  const text = ({ content }: LeftMemory) => content;
  return {
    lost: unmet.filter((expected) => !wasThere(expected)).map(describe),
    invalidated: unmet.filter(wasThere).map(describe),
    stale: unasked.filter(({ id }) => before.has(id)).map(text),
    junk: unasked.filter(({ id }) => !before.has(id)).map(text),
    other: otherProblems(evalCase, outcome),
  };
}

export const isPassed = (score: Score): boolean =>
  Object.values(score).every((problems) => problems.length === 0);

/** Finds the largest number of pairs (augmenting paths), so that the order of the statements does not matter. */
function pair(
  expected: ExpectedStatement[],
  valid: LeftMemory[],
): { unmet: ExpectedStatement[]; unpaired: LeftMemory[] } {
  const takenBy = new Map<LeftMemory, ExpectedStatement>();
  const place = (statement: ExpectedStatement, tried: Set<LeftMemory>): boolean =>
    valid.some((memory) => {
      if (tried.has(memory) || !isMet(statement, memory)) return false;
      tried.add(memory);
      const holder = takenBy.get(memory);
      if (holder !== undefined && !place(holder, tried)) return false;
      takenBy.set(memory, statement);
      return true;
    });
  const unmet = expected.filter((statement) => !place(statement, new Set()));
  return { unmet, unpaired: valid.filter((memory) => !takenBy.has(memory)) };
}

export function saysWhatIsExpected(expected: ExpectedStatement, text: string): boolean {
  const content = fold(text);
  if (typeof expected === 'string') return content === fold(expected);
  return (
    expected.has.every((part) => part.split('|').some((one) => content.includes(fold(one)))) &&
    !expected.lacks.some((part) => content.includes(fold(part)))
  );
}

function isMet(expected: ExpectedStatement, memory: LeftMemory): boolean {
  if (!saysWhatIsExpected(expected, memory.content)) return false;
  if (typeof expected === 'string') return true;
  const { priority, trust, type, category, details = {}, relations, scope } = expected;
  return (
    (priority === undefined || [priority].flat().includes(memory.priority)) &&
    (trust === undefined || memory.trust === trust) &&
    (type === undefined || memory.memoryType === type) &&
    (category === undefined || memory.category === category) &&
    Object.entries(details).every(([name, value]) =>
      isDeepStrictEqual(memory.metadata[name] ?? null, value),
    ) &&
    (relations === undefined || areRelations(relations, memory.relations)) &&
    (scope === undefined || memory.namespace.startsWith(`devai/${scope}`))
  );
}

type ExpectedRelations = NonNullable<Exclude<ExpectedStatement, string>['relations']>;

const areRelations = (expected: ExpectedRelations, found: LeftMemory['relations']): boolean =>
  expected.length === found.length &&
  expected.every(({ kind, to }) =>
    found.some((relation) => relation.kind === kind && fold(relation.to).includes(fold(to))),
  );

const fold = (text: string): string => text.normalize('NFC').toLowerCase().replaceAll(/\s+/gu, ' ').trim();

const describe = (expected: ExpectedStatement): string =>
  typeof expected === 'string' ? expected : JSON.stringify(expected);

function otherProblems({ expect }: EvalCase, outcome: Outcome): string[] {
  const counts = Object.entries(expect.applied ?? {}).flatMap(([action, count]) => {
    const actual = outcome.applied.filter((one) => one === action).length;
    return actual === count ? [] : [`${actual} candidates were ${action}, not ${count}`];
  });
  const isWrongDrop = expect.dropped !== undefined && outcome.dropped !== expect.dropped;
  return [
    ...counts,
    ...(isWrongDrop ? [`${outcome.dropped} candidates were dropped, not ${expect.dropped}`] : []),
    ...expect.absent
      .filter((text) => outcome.traces.includes(text))
      .map((text) => `${JSON.stringify(text)} was stored or sent`),
    ...outcome.openJobs,
  ];
}

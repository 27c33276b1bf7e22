import { renderTable } from '../../../packages/memory/testing/render-table.ts';
import { createMemory, type Memory } from '../../../packages/memory/src/memory.ts';
import type { Database, EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import { createStore } from '../../../packages/memory/src/store/store.ts';
import { duplicatesModel } from '../../../packages/memory/testing/duplicates-model.ts';
import { reword, wordings } from '../../../packages/memory/testing/reword.ts';
import { loadEvalData, type EvalMemory } from './eval-data.ts';
import { runQuestions } from './run-questions.ts';
import { score, type Figures } from './score.ts';
import { seedMemories } from '../../../packages/memory/testing/seed-store.ts';
import { unhurried } from '../unhurried.ts';

/** The maximum loss of recall by consolidating, and the maximum share of the tokens left. */
const mostLost = 0.01;
const mostLeft = 0.5;

/**
 * Stores each project's statements three times in other words, asks the questions, consolidates the projects with a
 * scripted model in place of a small one, and asks again. Returns a table, and which figures are worse than allowed.
 */
export async function evalConsolidated(
  database: Database,
  embeddings: EmbeddingModel,
  markdown: boolean,
): Promise<{ table: string; missing: string[] }> {
  const { memories, questions } = loadEvalData();
  const store = createStore(database);
  const memory = await createMemory({
    database,
    embeddings,
    options: unhurried,
    models: { small: duplicatesModel() },
  });
  const names = await seedMemories(store, embeddings, memories.flatMap(sayAgain));
  for (const [id, name] of names) names.set(id, nameOf(name));
  const ended = new Set(
    memories.filter(({ supersededBy, expired }) => supersededBy !== undefined || expired).map(({ id }) => id),
  );
  const ask = async () =>
    score(await runQuestions(questions, ['fused'], { memory, store, embeddings, names, ended }, () => {}));

  const before = await ask();
  const tokens = { before: 0, after: 0 };
  for (const { id } of await memory.projects.list()) {
    const run = await memory.consolidate({ project: id });
    if (run.status !== 'done') throw new Error(`${id} was not consolidated: ${run.error}`);
    tokens.before += run.before.tokens;
    tokens.after += run.after.tokens;
    await nameHeirs(memory, id, names);
  }
  const after = await ask();
  const rows = [
    cellsOf('said three times', before, tokens.before),
    cellsOf('consolidated', after, tokens.after),
  ];
  const left = tokens.after / tokens.before;
  return {
    table: renderTable(['', 'recall@5', 'recall@15', 'silent rightly', 'tokens of projects'], rows, markdown),
    missing: [
      ...(['recallAt5', 'recallAt15', 'abstentionRecall'] as const)
        .filter((figure) => (before[figure] ?? 0) - (after[figure] ?? 0) > mostLost)
        .map((figure) => `${figure} falls from ${before[figure]} to ${after[figure]}`),
      ...(left > mostLeft ? [`${left.toFixed(2)} of the tokens are left`] : []),
    ],
  };
}

/** Returns a lasting statement of a project in all its wordings, any other one once. */
function sayAgain(memory: EvalMemory): EvalMemory[] {
  const { id, namespace, type, content, language, supersededBy, expired } = memory;
  const isOnce =
    !namespace.startsWith('devai/project/') || type === 'episodic' || supersededBy !== undefined || expired;
  if (isOnce) return [memory];
  return Array.from({ length: wordings }, (_, number) => ({
    ...memory,
    id: number === 0 ? id : `${id}/${number}`,
    content: reword(content, language, number),
  }));
}

const nameOf = (name: string): string => name.replace(/\/\d+$/, '');

/** Gives the memories that replaced others the name of those. */
async function nameHeirs({ memories }: Memory, project: string, names: Map<string, string>): Promise<void> {
  for (const { id, supersededBy } of await memories.list({ project, includeInvalid: true, limit: 100_000 })) {
    const name = names.get(id);
    if (supersededBy !== null && name !== undefined && !names.has(supersededBy))
      names.set(supersededBy, name);
  }
}

function cellsOf(
  name: string,
  { recallAt5, recallAt15, abstentionRecall }: Figures,
  tokens: number,
): string[] {
  const percent = (share: number | null): string => `${(100 * (share ?? 0)).toFixed(1)} %`;
  return [
    name,
    percent(recallAt5),
    percent(recallAt15),
    percent(abstentionRecall),
    tokens.toLocaleString('en'),
  ];
}

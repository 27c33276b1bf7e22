import { createOfflineEmbedder } from '../../src/embeddings/offline-embedder.ts';
import { seedMemories } from '../../testing/seed-store.ts';
import { fillerStatements } from '../../testing/filler-statements.ts';
import { duplicatesModel } from '../../testing/duplicates-model.ts';
import { reword, wordings } from '../../testing/reword.ts';
import { createMemory, type Memory } from '../../src/memory.ts';
import type { Database } from '../../src/ports.ts';
import { createStore } from '../../src/store/store.ts';
import { shortWaits } from './fact-session.ts';

export const project = 'taskforge';

/** A memory whose model finds rewordings, with short waits, and a call of the model for a few groups each. */
export const openWordings = (database: Database): Promise<Memory> =>
  createMemory({
    database,
    embeddings: createOfflineEmbedder(),
    models: { small: duplicatesModel() },
    options: { ...shortWaits, consolidation: { batchSize: 12 } },
  });

/** Stores statements in all their wordings, and as many others once. */
export async function seedWordings(database: Database, statements: number): Promise<void> {
  const contents = [...fillerStatements(2 * statements)];
  const memories = contents.flatMap((content, index) =>
    Array.from({ length: index < statements ? wordings : 1 }, (_, number) => ({
      id: `${index}/${number}`,
      content: reword(content, 'en', number),
      namespace: `devai/project/${project}/notes`,
    })),
  );
  await seedMemories(createStore(database), createOfflineEmbedder(), memories);
}

import { createStore } from '../../../packages/memory/src/store/store.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { ProgressBar } from '../../../packages/memory/testing/progress-bar.ts';
import { benchEmbedder } from './load-world.ts';
import { createWorld, memoriesOf, type SyntheticMemory, type World } from './synthetic-world.ts';

const pageSize = 500;
/** The seed of another world than the measured one, whose ids and statements are not in the store. */
const seed = 77;

export type ImportFigures = { rows: number; perSecond: number };

/** Imports whole rows through the library, page by page, into the filled store with all its indexes. */
export async function measureImport(
  store: BenchDatabase,
  imported: number,
  bar: ProgressBar,
): Promise<ImportFigures> {
  const transfer = createStore(store.database);
  const world = createWorld(imported, seed);
  const rows = [...memoriesOf(world)].map((memory) => toRow(world, memory));
  const started = performance.now();
  let added = 0;
  for (let from = 0; from < rows.length; from += pageSize) {
    bar.show('import', from, rows.length);
    const result = await transfer.importRows('memory', rows.slice(from, from + pageSize));
    added += result.added;
  }
  const seconds = (performance.now() - started) / 1_000;
  if (added !== rows.length) throw new Error(`import took ${added} of ${rows.length} rows`);
  return { rows: added, perSecond: added / seconds };
}

function toRow(world: World, { id, number, scope, content, parts }: SyntheticMemory) {
  const vector = Array.from({ length: 512 }, (_, index) =>
    parts.reduce((sum, part) => sum + (world.parts[part]?.[index] ?? 0), 0),
  );
  const words = content.split(' ');
  const at = new Date(Date.UTC(2026, 0, 1)).toISOString();
  return {
    id,
    content,
    title: null,
    vector: JSON.stringify(vector),
    embedding_model: benchEmbedder,
    content_hash: `imported ${number}`,
    words,
    word_count: words.length,
    memory_type: 'semantic',
    category: 'other',
    namespace: `${scope.scope}/imported`,
    priority: 'medium',
    importance: 5,
    source: 'import',
    tags: [],
    metadata: {},
    evidence: [],
    strength: 1,
    access_count: 0,
    last_accessed_at: at,
    pinned: false,
    trust: 'agent',
    session_id: null,
    is_valid: true,
    invalidated_at: null,
    invalidated_reason: null,
    superseded_by: null,
    expires_at: null,
    created_at: at,
    updated_at: at,
    history: [],
  };
}

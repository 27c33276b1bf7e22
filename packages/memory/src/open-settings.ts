import { join } from 'node:path';
import { createOfflineEmbedder } from './embeddings/offline-embedder.ts';
import { createOpenAIEmbedder } from './embeddings/openai-embedder.ts';
import { MemoryError } from './errors.ts';
import type { MemorySettings } from './memory-interface.ts';
import { createOpenAIChatModel } from './models/openai-chat-model.ts';
import { openAIAddress, type OpenAIClient } from './openai-client.ts';
import type { Database } from './ports.ts';
import { openPgliteDatabase } from './store/drivers/pglite.ts';
import { openPostgresDatabase } from './store/drivers/postgres.ts';

/** What a client of OpenAI's own address is asked for, unless `models` and `embeddings` say otherwise. */
const openAIModels = { small: 'gpt-5.4-mini', embeddings: 'text-embedding-3-small' };

/** What `createMemory` works with: the settings that name a store or a client are replaced by what they stand for. */
type OpenedSettings = Omit<MemorySettings, 'store' | 'openai' | 'database' | 'embeddings'> &
  Required<Pick<MemorySettings, 'embeddings'>> & { database: Database };

/** Opens the store that settings name. Throws `invalid_input`, before it opens anything, and what the driver throws. */
export async function openSettings(given: MemorySettings): Promise<OpenedSettings> {
  const { store: _, openai, embeddings, models, ...settings } = given;
  const usual = openai === undefined ? {} : modelsOf(openai, given);
  const chosen = models === undefined ? usual.models : models;
  return {
    ...settings,
    embeddings: embeddings ?? usual.embeddings ?? createOfflineEmbedder(),
    ...(chosen !== undefined && { models: chosen }),
    ...(await openStore(given)),
  };
}

async function openStore({
  store,
  database,
  log,
  journal,
}: MemorySettings): Promise<{ database: Database } & Pick<MemorySettings, 'journal'>> {
  const given = journal === undefined ? {} : { journal };
  if (database !== undefined) return { database, ...given };
  if (store === undefined) throw new MemoryError('invalid_input', 'store: names no store');
  const logging = log && { log };
  if (isServer(store)) return { database: await openPostgresDatabase({ url: store, ...logging }), ...given };
  return {
    database: await openPgliteDatabase({ folder: join(store, 'store'), ...logging }),
    journal: { folder: join(store, 'journal'), processId: process.pid },
    ...given,
  };
}

const isServer = (store: string): boolean => /^postgres(?:ql)?:/iu.test(store);

/** Only OpenAI's own address has these models: another service is asked for those that the host names. */
function modelsOf(
  client: OpenAIClient,
  { models, embeddings }: MemorySettings,
): Pick<MemorySettings, 'models' | 'embeddings'> {
  if (
    client.baseURL.replace(/\/$/u, '') !== openAIAddress &&
    (models === undefined || embeddings === undefined)
  ) {
    throw new MemoryError(
      'invalid_input',
      `openai: which models does ${client.baseURL} have? Leave openai out, and set models: { small: createOpenAIChatModel({ client, model }) } ` +
        'and embeddings: createOpenAIEmbedder({ client, model })',
    );
  }
  return {
    models: { small: createOpenAIChatModel({ client, model: openAIModels.small }) },
    embeddings: createOpenAIEmbedder({ client, model: openAIModels.embeddings }),
  };
}

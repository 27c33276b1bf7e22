import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedStores } from '@devai/memory/testing';
import { opened } from '../../../apps/api/tests/opened.ts';
import { serveModel } from '../../../apps/api/tests/serve-model.ts';
import { temporaryFolder } from '../../../apps/api/tests/temporary-folder.ts';
import type { Way } from './contexts.ts';
import { evalAnswers } from './eval-answers.ts';
import type { HistoryStore } from './history-store.ts';
import { readArguments } from './read-arguments.ts';
import type { Results } from './render-answers.ts';
import type { Row } from './score-answers.ts';
import { purposeOf, scriptedModels } from './scripted-models.fixture.ts';

export const models = scriptedModels({
  'Where did Ada buy the kayak?': 'Leeds',
  'What is the name of the goat?': 'Olga',
  'When did Ada buy the kayak?': '2023',
  'Which lamp do I have on my desk?': 'green',
  'What shall I drink tonight?': 'tea',
});

/** The eval on made-up data, with scripted models, for each test of a file. The stores of the histories are kept from one run to the next. */
export function openEval() {
  const folder = temporaryFolder();
  const model = serveModel();
  const stores = opened('test', async (closing) => {
    const open = new Map<string, Awaited<ReturnType<typeof embeddedStores.open>>>();
    closing.defer(async () => {
      for (const one of open.values()) await one.close();
    });
    return open;
  });

  async function openStore(path: string): Promise<HistoryStore> {
    const store = stores().get(path) ?? (await embeddedStores.open());
    stores().set(path, store);
    return { database: store.lend(), query: store.query, setNow: store.setNow };
  }

  const path = () => join(folder(), 'data.json');
  /** Bodies of the requests so far that had this purpose. */
  const requestsFor = (purpose: string): unknown[] =>
    model()
      .chatRequests()
      .filter((one) => purposeOf(one) === purpose);

  return {
    folder,
    model,
    path,
    requestsFor,
    write: (content: unknown) => writeFileSync(path(), JSON.stringify(content)),
    environment: () => ({
      ...{ OPENAI_BASE_URL: model().baseURL, OPENAI_API_KEY: 'key', EMBEDDINGS: 'hash' },
      DEVAI_DATA: folder(),
    }),
    /** `results`: those of a run with --json. */
    async evaluate(words: string[], variables: Record<string, string> = {}) {
      let text = '';
      const code = await evalAnswers(readArguments(['--data', path(), ...words]), {
        variables: { ...this.environment(), ...variables },
        output: { write: (part) => (text += part) },
        terminal: process.stderr,
        retries: { attempts: 2, firstDelay: 1, longestDelay: 1, longestRetryAfter: 10 },
        pauses: [1],
        openStore,
      });
      return { code, text };
    },
    /** Runs with the costs accepted. */
    async run(words: string[] = [], variables: Record<string, string> = {}) {
      const { code, text } = await this.evaluate(['--live', '--yes', '--json', ...words], variables);
      const results: Results = JSON.parse(text);
      return {
        code,
        results,
        row: (category: string, way: Way) => rowOf(results, category, way),
        right: rightOf(results),
      };
    },
  };
}

function rowOf({ rows }: Results, category: string, way: Way): Row {
  const row = rows.find((one) => one.category === category && one.way === way);
  if (!row) throw new Error(`there is no row for ${category}, ${way}`);
  return row;
}

/** Of the questions of a category, how many are right in each way, and how many there are. */
const rightOf =
  ({ rows }: Results) =>
  (category: string): Record<string, [right: number, n: number]> =>
    Object.fromEntries(
      rows.filter((row) => row.category === category).map(({ way, right, n }) => [way, [right, n]]),
    );

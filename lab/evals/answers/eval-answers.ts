import { createProgressBar } from '@devai/memory/testing';
import type { EmbeddingModel, Log } from '@devai/memory';
import { readConfig, type Config } from '../../../apps/api/src/config.ts';
import { contextWindowOf } from '@devai/memory/models';
import { createEmbedders } from '../../../apps/api/src/models/create-embedders.ts';
import { createModels, type ProviderSettings } from '../../../apps/api/src/models/create-models.ts';
import type { RetryPolicy } from '@devai/memory/models';
import { AnswersError } from './answers-error.ts';
import { chooseQuestions, type Chosen } from './choose-questions.ts';
import { ways, windowFor } from './contexts.ts';
import { patientPauses, type JobPauses } from './ingest.ts';
import { planRun, type ModelNames, type Plan } from './plan.ts';
import { answerPrompt } from './prompts.ts';
import { outFolder, type AnswersArguments } from './read-arguments.ts';
import { readData, type DataFile } from './read-data.ts';
import { openRecords, type Records } from './records.ts';
import { priced, prompts, renderPlan, renderResults, type Results } from './render-answers.ts';
import { runAnswers } from './run-answers.ts';
import type { RunSettings } from './run.ts';
import { scoreAnswers } from './score-answers.ts';

export type Surroundings = {
  variables: Record<string, string | undefined>;
  output: { write(text: string): unknown };
  /** Where progress is drawn. */
  terminal: NodeJS.WriteStream;
  /** What tests replace. */
  retries?: RetryPolicy;
  pauses?: JobPauses;
  openStore?: RunSettings['openStore'];
};

/** A run takes hours, and a provider's minute of overload is no reason to give up a question. */
const patient: RetryPolicy = {
  attempts: 6,
  firstDelay: 1_000,
  longestDelay: 60_000,
  longestRetryAfter: 120_000,
};

/** Runs the eval. Returns the exit code: 1 if something could not be asked or judged. Throws what keeps it from running. */
export async function evalAnswers(options: AnswersArguments, around: Surroundings): Promise<number> {
  const bar = createProgressBar(around.terminal);
  try {
    return await planAndRun(options, around, bar.show);
  } finally {
    bar.end();
  }
}

/** The first provider alone answers, so that all replies are of one model. */
function configOf(variables: Surroundings['variables']): Config {
  const config = readConfig(variables);
  return { ...config, providers: config.providers.slice(0, 1) };
}

type Show = (label: string, done: number, total: number) => void;

async function planAndRun(options: AnswersArguments, around: Surroundings, show: Show): Promise<number> {
  const { output, variables } = around;
  const { files, skipped } = await readData(options.data);
  const chosen = chooseQuestions(files, options);
  const own = configOf(variables);
  const hasModel = own.providers.length > 0;
  // without a key, the plan is that of OpenAI's default models
  const config = hasModel ? own : configOf({ ...variables, OPENAI_API_KEY: 'none' });
  const notes = skipped.map((path) => `${path}: another format, left out`);
  const prepared = { files, chosen, config, options, names: namesOf(config, options.judge), notes };
  if (options.live && hasModel) return runLive(prepared, around, show);
  if (options.live) {
    throw new AnswersError(
      'no_model',
      '--live needs a model: set OPENAI_API_KEY, ZAI_API_KEY or DEVAI_PROVIDERS (docs/operations.md)',
    );
  }
  const plan = await planOf(prepared, null, show);
  output.write(
    options.json
      ? `${JSON.stringify(plan)}\n`
      : `${notes.map((note) => `${note}\n`).join('')}${renderPlan(plan, options.markdown)}` +
          (hasModel ? '' : "No key is set: the figures are those of OpenAI's default models.\n") +
          'Nothing was sent. Add --live to run it.\n',
  );
  return 0;
}

type Prepared = {
  files: DataFile[];
  chosen: Chosen[];
  config: Config;
  options: AnswersArguments;
  names: ModelNames;
  /** What a person may not expect. */
  notes: string[];
};

const planOf = ({ chosen, config, names }: Prepared, records: Records | null, show: Show): Promise<Plan> =>
  planRun(chosen, planSettings(config, names), records, (done) => show('counting', done, chosen.length));

async function runLive(prepared: Prepared, around: Surroundings, show: Show): Promise<number> {
  const { files, config, options, names, notes } = prepared;
  const embedders = await createEmbedders(config, (text) => show(text, 0, 1));
  try {
    const settings = {
      ...{ data: files.map(({ name, sha256 }) => ({ name, sha256 })), ...names },
      // another one may stand in for it
      embedder: embedders.configured.id,
      ...{ contextWindow: windowOf(config), memoryTokens: config.memoryTokenBudget },
    };
    const records = await openRecords(outFolder(options), settings);
    try {
      const plan = await planOf(prepared, records, show);
      if (!options.json) {
        const told = [...notes, ...embedders.notices()].map((note) => `${note}\n`);
        around.output.write(`${told.join('')}${renderPlan(plan, options.markdown)}`);
      }
      if (!options.yes && plan.left.verdicts > 0) {
        throw new AnswersError('not_confirmed', `nothing was sent: add --yes to spend this (${cost(plan)})`);
      }
      return await run({ ...prepared, records, settings, embeddings: embedders.configured }, around, show);
    } finally {
      records.release();
    }
  } finally {
    await embedders.close();
  }
}

const cost = (plan: Plan): string =>
  plan.cost === null ? 'no price is known' : `about $${plan.cost.toFixed(2)}`;

async function run(
  {
    chosen,
    config,
    options,
    ...opened
  }: Prepared & { records: Records; settings: Results['settings']; embeddings: EmbeddingModel },
  { output, retries = patient, pauses = patientPauses, openStore }: Surroundings,
  show: Show,
): Promise<number> {
  const { records, settings, embeddings } = opened;
  const { chat, small } = createModels(config.providers, quiet, { retries });
  const judges = createModels(judgesOf(config.providers, options.judge), quiet, { retries });
  const failures = await runAnswers(chosen, {
    ...{ config, records, pauses, log: quiet, onProgress: show, parallel: options.parallel },
    ...(openStore && { openStore }),
    models: { chat, small: small ?? chat, judge: judges.chat, embeddings },
  });
  const results = resultsOf(chosen, records, { config, settings, failures });
  await records.writeResults(results);
  output.write(
    options.json ? `${JSON.stringify(results)}\n` : `\n${renderResults(results, options.markdown)}`,
  );
  return results.missing > 0 ? 1 : 0;
}

function resultsOf(
  chosen: Chosen[],
  records: Records,
  {
    config,
    settings,
    failures,
  }: { config: Config; settings: Results['settings']; failures: Results['failures'] },
): Results {
  const asked = chosen.flatMap(({ place, ids }) =>
    [...ids].flatMap((id) => ways.map((way) => ({ place, id, way }))),
  );
  const cut = asked.flatMap(({ place, id, way }) => records.answerOf(place.key, id, way)?.cut || []);
  return {
    settings,
    rows: scoreAnswers(chosen, records),
    cut: { questions: cut.length, most: Math.max(0, ...cut) },
    givenUp: chosen.reduce((sum, { place }) => sum + (records.told(place.key) ?? 0), 0),
    missing: asked.filter(({ place, id, way }) => !records.verdictOf(place.key, id, way)).length,
    failures,
    ...priced(records.usage(), config.prices),
    prompts: prompts(answerPrompt),
  };
}

/** What goes wrong with a model is in the results. */
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {} };

/** The same provider with another model. */
const judgesOf = (providers: ProviderSettings[], judge: string | null): ProviderSettings[] =>
  providers.map((one) => (judge === null ? one : { ...one, chat: { name: judge, form: one.chat.form } }));

function namesOf({ providers: [provider], embedding }: Config, judge: string | null): ModelNames {
  const chat = provider?.chat.name ?? 'none';
  const embedder = embedding.kind === 'openai' ? embedding.model : embedding.kind;
  return { chat, small: provider?.small.name ?? chat, judge: judge ?? chat, embedder };
}

const windowOf = ({ providers }: Config): number =>
  Math.min(...providers.map(({ chat }) => chat.contextWindow ?? contextWindowOf(chat.name)));

const planSettings = (config: Config, models: ModelNames) => ({
  models,
  prices: config.prices,
  every: config.extractEvery,
  budget: config.memoryTokenBudget,
  contextWindow: windowFor({ contextWindow: windowOf(config) }),
  isLocalEmbedder: config.embedding.kind !== 'openai',
});

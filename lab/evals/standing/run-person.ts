import { randomUUID } from 'node:crypto';
import { contextProfiles } from '../../../packages/memory/src/context/profile.ts';
import { embedMissing } from '../../../packages/memory/src/embeddings/embed-missing.ts';
import { createMemory, type Memory } from '../../../packages/memory/src/memory.ts';
import type { EmbeddingModel } from '../../../packages/memory/src/ports.ts';
import { createStore, type Store } from '../../../packages/memory/src/store/store.ts';
import { countTokens } from '../../../packages/memory/src/text/tokens.ts';
import { createTestClock, type TestClock } from '../../../packages/memory/testing/index.ts';
import { message } from '../../../packages/memory/testing/message.ts';
import type { OpenTestDatabase, TestDatabase } from '../../../packages/memory/testing/reused-stores.ts';
import { holdsAll } from '../talk/people.ts';
import { unhurried } from '../unhurried.ts';
import { finishJobs, moveTo } from '../writing/run-case.ts';
import { seedMemories } from '../writing/seed-memories.ts';
import { type ExtractingModel, extractingModel } from './extracting-model.ts';
import type { Fact, Person } from './people.ts';

/**
 * How the facts are told: after "Remember:", by asking in free words to remember them, in passing to a host with a
 * model, or alone to a host without one.
 */
export const ways = ['asked', 'remember', 'model', 'rules'] as const;
export type Way = (typeof ways)[number];

const asking = { en: 'Remember: ', de: 'Merk dir: ', th: 'จำไว้ว่า ' };

/** What somebody says to tell a fact in one of the ways. */
export const textFor = (
  { remember, passing, plain }: Fact,
  way: Way,
  { language }: Pick<Person, 'language'>,
): string => ({ asked: `${asking[language]}${plain}`, remember, model: passing, rules: plain })[way];

/** What the prompt of one request says. */
export type StandingResult = {
  person: Person;
  way: Way;
  /** Whether the store has the preferences that matter for nothing, too. */
  isCrowded: boolean;
  request: string;
  /** The facts that matter for it, and those of them that the prompt does not have. */
  wanted: Fact[];
  missing: Fact[];
  /** Keys of another project's facts in the prompt. */
  foreign: string[];
  /** Tokens of the standing section. */
  tokens: number;
};

type Setting = { testDatabase: TestDatabase; embeddings: EmbeddingModel; preferences: string[] };
type Stage = {
  memory: Memory;
  store: Store;
  opened: OpenTestDatabase;
  clock: TestClock;
  model: ExtractingModel;
};

const start = new Date('2026-02-03T18:20:00Z');
const day = 86_400_000;
const otherProject = 'elsewhere';
/** Of the requests, every third is made beside the preferences, too. */
const crowdedEvery = 3;
/** Tokens of a context. */
const budget = 100_000;

/**
 * Tells the facts of a person in each of the ways, each fact in a session of its own, and three weeks later makes each
 * request in a new session: with these facts alone, and beside the preferences that matter for nothing. Throws if a
 * prompt has a fact before it is told.
 */
export async function runPerson(person: Person, setting: Setting): Promise<StandingResult[]> {
  await inStore(person, null, setting, async (stage) =>
    refuseKnown(await ask(person, ways[0], false, stage)),
  );
  const results: StandingResult[] = [];
  for (const way of ways) {
    await inStore(person, way, setting, async (stage) => {
      results.push(...(await tellAndAsk(person, way, setting, stage)));
    });
  }
  return results;
}

async function inStore(
  { project }: Person,
  way: Way | null,
  { testDatabase, embeddings }: Setting,
  work: (stage: Stage) => Promise<void>,
): Promise<void> {
  const opened = await testDatabase.open();
  const clock = createTestClock(start);
  const model = extractingModel(project);
  const memory = await createMemory({
    database: opened.database,
    embeddings,
    models: { small: way === 'model' ? model : null },
    options: unhurried,
    clock,
    timeZone: 'UTC',
  });
  try {
    await opened.setNow(start);
    await work({ memory, store: createStore(opened.database), opened, clock, model });
  } finally {
    memory.jobs.stop();
    await opened.close();
  }
}

async function tellAndAsk(
  person: Person,
  way: Way,
  { embeddings, preferences }: Setting,
  stage: Stage,
): Promise<StandingResult[]> {
  const { opened, clock } = stage;
  await seedForeign(person, embeddings, stage);
  for (const [index, fact] of person.facts.entries()) {
    await moveTo(new Date(start.getTime() + index * day), opened, clock);
    await tell(fact, person, way, stage);
  }
  await embedAll(stage, embeddings);
  await moveTo(new Date(clock.now().getTime() + 21 * day), opened, clock);
  const alone = await ask(person, way, false, stage);
  await seedPreferences(preferences, embeddings, stage);
  return [...alone, ...(await ask(person, way, true, stage))];
}

function refuseKnown(results: StandingResult[]): void {
  for (const { person, request, wanted, missing } of results) {
    if (missing.length < wanted.length) throw new Error(`${person.name}: an empty memory answers ${request}`);
  }
}

async function tell(fact: Fact, person: Person, way: Way, { memory, model }: Stage): Promise<void> {
  const session = { id: randomUUID(), project: person.project, agent: 'chapo' };
  const text = textFor(fact, way, person);
  await memory.sessions.open(session);
  const [stored] = await memory.sessions.append(session, [message(text)]);
  const number = stored?.number ?? 1;
  model.next = { fact, evidence: number };
  const { project, id: sessionId } = session;
  if (way === 'asked' || way === 'remember')
    await memory.rememberStated({ text, project, sessionId, messageNumber: number });
  await memory.sessions.append(session, [message('OK.', { role: 'assistant' })]);
  await memory.sessions.end(session.id, { now: true });
  await finishJobs(memory);
}

const embedAll = async ({ store }: Stage, embedder: EmbeddingModel): Promise<unknown> =>
  embedMissing({ store, embedder, signal: AbortSignal.timeout(600_000), onBatch: async () => {} });

const plain = { type: 'semantic', details: {}, recalled: false } as const;

/** What somebody else stated in another project. */
async function seedForeign(
  { foreign }: Person,
  embeddings: EmbeddingModel,
  { store }: Stage,
): Promise<unknown> {
  const statements = foreign.map(({ candidate, category }) => ({
    ...{ ...plain, content: candidate, category, said: 'user' as const },
    namespace: `devai/project/${otherProject}/rules`,
  }));
  return seedMemories(store, embeddings, statements, start);
}

/** As a model stores what it concludes from how somebody behaves. */
async function seedPreferences(
  preferences: string[],
  embeddings: EmbeddingModel,
  { store, clock }: Stage,
): Promise<unknown> {
  const statements = preferences.map((content) => ({
    ...{ ...plain, content, said: 'agent' as const, source: 'pattern' as const, priority: 'medium' as const },
    ...{ category: 'preference' as const, namespace: 'devai/user/preferences' },
  }));
  return seedMemories(store, embeddings, statements, clock.now());
}

async function ask(
  person: Person,
  way: Way,
  isCrowded: boolean,
  { memory }: Stage,
): Promise<StandingResult[]> {
  const results: StandingResult[] = [];
  for (const [place, request] of person.requests.entries()) {
    // the section is the same for all requests, so beside others some of them tell enough
    if (isCrowded && place % crowdedEvery !== 0) continue;
    const { project } = person;
    const session = { id: randomUUID(), project, agent: 'chapo' };
    await memory.sessions.open(session);
    const { sections, degraded } = await memory.contexts.gather({
      ...{ sessionId: session.id, project, text: request, before: [], preview: true },
      ...{ profile: contextProfiles.cache, budget },
    });
    if (degraded.length > 0) throw new Error(`${person.name}: ${degraded.join('; ')}`);
    const textOf = (some: typeof sections): string =>
      some.flatMap(({ items }) => items.map(({ text }) => text)).join('\n');
    const prompt = textOf(sections);
    const wanted = person.facts.filter(({ matters }) => matters.includes(place));
    results.push({
      ...{ person, way, isCrowded, request, wanted },
      missing: wanted.filter(({ key }) => !holdsAll(prompt, key)),
      foreign: person.foreign.filter(({ key }) => holdsAll(prompt, key)).map(({ key }) => key.join(' ')),
      tokens: countTokens(textOf(sections.filter(({ type }) => type === 'standing'))),
    });
  }
  return results;
}

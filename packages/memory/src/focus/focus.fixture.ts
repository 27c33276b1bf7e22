import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { OpenTestDatabase } from '../../testing/reused-stores.ts';
import { silentLog } from '../../testing/silent-log.ts';
import { createTestClock, type TestClock } from '../../testing/test-clock.ts';
import { MemoryError } from '../errors.ts';
import { resolveOptions } from '../options.ts';
import type { ChatModel, ModelRequest } from '../ports.ts';
import { createStore, type Store } from '../store/store.ts';
import type { Topic } from '../store/topics.ts';
import { createFocus, type Focus } from './focus.ts';
import type { Step } from './read-step.ts';

type FocusStore = Pick<Store, 'listTopics' | 'touchTopic' | 'editTopics' | 'getSetting' | 'pushSetting'>;

/** A workspace with its focus file over a real store, at a time that the test controls. */
type Changes = Partial<Omit<Parameters<typeof createFocus>[0], 'model'>> & { model?: ChatModel };

export type Workspace = {
  path: string;
  clock: TestClock;
  /** The store that the workspace uses; a test may wrap it. */
  store: FocusStore;
  /** Opens a process on this workspace. */
  open(changes?: Changes): Focus;
  /** Runs a session of one step that edits these files; the process (a new one by default) ends with it. */
  runSession(session: number, files: string[], process?: Focus): Promise<void>;
  /** Moves the clocks of store and library. */
  advance(days: number): Promise<void>;
  read(): Promise<string>;
  write(text: string): Promise<void>;
  /** Edits the file like a person with an editor: writes what `change` returns. */
  edit(change: (text: string) => string): Promise<void>;
  /** While the store is down, each of its calls fails. */
  setAway(isAway: boolean): void;
  close(): Promise<void>;
};

const day = 86_400_000;

export async function openWorkspace(
  database: Pick<OpenTestDatabase, 'database' | 'setNow'>,
): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), 'devai-workspace-'));
  const path = join(folder, 'memory', 'RECENT_FOCUS.md');
  const clock = createTestClock('2026-03-02T09:00:00Z');
  await database.setNow(clock.now());
  let away = false;
  const store: FocusStore = guarded(createStore(database.database), () => away);

  const settings = {
    store,
    clock,
    log: silentLog,
    options: resolveOptions(),
    file: { path, project: 'taskforge' },
  };

  const open: Workspace['open'] = ({ model = null, ...changes } = {}) =>
    createFocus({ ...settings, model: () => model, ...changes });

  return {
    path,
    clock,
    store,
    open,
    async runSession(session, files, process = open()) {
      await process.sync({ project: 'taskforge' });
      process.noteStep(workOn(files, { sessionId: sessionId(session) }));
      await process.idle();
      await process.write({ project: 'taskforge' });
    },
    async advance(days) {
      clock.advance(days * day);
      await database.setNow(clock.now());
    },
    read: () => readFile(path, 'utf8'),
    write: put,
    async edit(change) {
      await put(change(await readFile(path, 'utf8')));
    },
    setAway(isAway) {
      away = isAway;
    },
    close: () => rm(folder, { recursive: true }),
  };

  async function put(text: string): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

function guarded(store: FocusStore, isAway: () => boolean): FocusStore {
  const check = (): void => {
    if (isAway()) throw new MemoryError('database_unavailable', 'the store cannot be reached');
  };
  return {
    listTopics: async (...input) => (check(), store.listTopics(...input)),
    touchTopic: async (...input) => (check(), store.touchTopic(...input)),
    editTopics: async (...input) => (check(), store.editTopics(...input)),
    getSetting: async (...input) => (check(), store.getSetting(...input)),
    pushSetting: async (...input) => (check(), store.pushSetting(...input)),
  };
}

/** A model that answers each request with the function's result, and fails or hangs with it. */
export function fakeModel(
  answer: (prompt: string, request: ModelRequest) => unknown,
): ChatModel & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    id: 'fake',
    contextWindow: 8_000,
    requests,
    async generate(request) {
      requests.push(request);
      const prompt = request.messages.map((message) => message.content).join('\n');
      const content = await answer(prompt, request);
      return {
        content: typeof content === 'string' ? content : JSON.stringify(content),
        toolCalls: [],
        model: 'fake-1',
        usage: { inputTokens: 190, outputTokens: 30, cachedTokens: 0 },
      };
    },
    stream() {
      throw new Error('tags are not streamed');
    },
  };
}

/** A step that edited these files. */
export function workOn(files: string[], changes: Partial<Step> = {}): Step {
  return {
    sessionId: sessionId(0),
    project: 'taskforge',
    userMessage: 'go on',
    toolCalls: files.map((path) => ({ name: 'edit_file', arguments: JSON.stringify({ path }), ok: true })),
    reply: '',
    ...changes,
  };
}

/** Returns the id of the session with a number. */
export const sessionId = (number: number): string =>
  `aaaaaaaa-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const namesOf = (topics: Topic[]): string[] => topics.map(({ topic }) => topic);

/** Returns the names of the topics that the file shows. */
export const shownIn = (text: string): string[] =>
  Array.from(text.matchAll(/^- \*\*(.+?)\*\*/gm), ([, name]) => name ?? '');

/** Removes a topic and its paths from the text. */
export const withoutTopic =
  (name: string) =>
  (text: string): string =>
    text.replace(new RegExp(`- \\*\\*${name}\\*\\*.*\\n(?:  \\w+: .*\\n)*`), '');

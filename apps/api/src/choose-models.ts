import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, MemoryError, type Log } from '@devai/memory';
import { readConfig, type Config } from './config.ts';
import {
  modelChoice,
  modelProviders,
  type ConnectedModel,
  type ModelChoice,
} from '@devai/fastify/protocol/model';
import { createModels, type Models, type ProviderSettings } from './models/create-models.ts';

/** Milliseconds for the answer to one question: a local server may have to load the model. */
const longestTest = 60_000;
const question = 'Which colour has the sky on a clear day? Answer with one word.';
/** A person waits, and tries again by themselves. */
const once = { attempts: 1, firstDelay: 0, longestDelay: 0, longestRetryAfter: 0 };
/** Characters shown of the answer. */
const shownAnswer = 200;

const names = { openai: 'OpenAI', zai: 'Z.AI', local: 'Another server, such as Ollama' } as const;

/**
 * The models of the server: those of its environment, else the one that the operator has connected, which is kept with its key in
 * `model.json` of the data folder, for its owner alone to read. Turns take what there is when they begin.
 */
export async function chooseModels(
  { providers, dataFolder }: Pick<Config, 'providers' | 'dataFolder'>,
  log: Log,
) {
  const file = join(dataFolder, 'model.json');
  const isFixed = providers.length > 0;
  const notices: string[] = [];
  let saved = isFixed ? null : await readSaved();
  let now = createModels(saved ? [settingsOf(saved)] : providers, log);
  /** One choice is taken after the other, so that what is saved is what answers. */
  let using: Promise<unknown> = Promise.resolve();

  return {
    now: (): Models => now,
    notices: (): string[] => notices,
    show: (): ConnectedModel => ({
      offline: now.offline,
      models: now.names,
      fixed: isFixed,
      saved: saved && {
        ...{ provider: saved.provider, model: saved.model, address: saved.address ?? null },
        hasKey: saved.key !== undefined,
      },
      providers: modelProviders.map((id) => ({ id, name: names[id], model: usualModel(id) })),
    }),
    /** Asks a model one question. Says what came back, or what is wrong. Throws `invalid_input`. */
    async test(choice: ModelChoice, signal: AbortSignal): Promise<{ ok: boolean; said: string }> {
      const whole = withKey(choice);
      const { chat } = createModels([settingsOf(whole)], log, { retries: once });
      try {
        const { content } = await chat.generate({
          messages: [{ role: 'user', content: question }],
          signal: AbortSignal.any([signal, AbortSignal.timeout(longestTest)]),
        });
        const said = content.trim().slice(0, shownAnswer).toWellFormed();
        return said === '' ? { ok: false, said: 'The model answered nothing.' } : { ok: true, said };
      } catch (error) {
        signal.throwIfAborted();
        return { ok: false, said: inPlainWords(error, whole) };
      }
    },
    /** Saves a model and takes it from the next turn on; null: none. Throws `conflict` if the environment names the models. */
    async use(choice: ModelChoice | null): Promise<void> {
      if (isFixed) {
        const message = "the server's environment names its models: change them there, and start it again";
        throw new MemoryError('conflict', message);
      }
      const done = using.then(() => replace(choice));
      using = done.catch(() => {}); // its caller has the error; the next choice does not depend on it
      await done;
    },
  };

  async function replace(choice: ModelChoice | null): Promise<void> {
    const next = choice && withKey(choice);
    const models = createModels(next ? [settingsOf(next)] : [], log);
    await save(next);
    saved = next;
    now = models;
  }

  /** A saved key goes only where it was meant for. */
  function withKey(choice: ModelChoice): ModelChoice {
    const isSame = saved?.provider === choice.provider && saved.address === choice.address;
    const whole = { ...choice, key: choice.key ?? (isSame ? saved?.key : undefined) };
    if (whole.provider === 'local' && whole.address === undefined)
      throw new MemoryError('invalid_input', 'address: name the address of the server');
    if (whole.provider !== 'local' && whole.address !== undefined)
      throw new MemoryError('invalid_input', `address: ${names[whole.provider]} has its own`);
    if (whole.provider !== 'local' && whole.key === undefined)
      throw new MemoryError('invalid_input', `key: ${names[whole.provider]} needs one`);
    return whole;
  }

  async function readSaved(): Promise<ModelChoice | null> {
    try {
      return modelChoice.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      notices.push(
        `the model that was connected cannot be used, because ${file} cannot be read: connect it again`,
      );
      return null;
    }
  }

  async function save(choice: ModelChoice | null): Promise<void> {
    notices.length = 0;
    if (choice === null) return rm(file, { force: true });
    await makeFolder(dataFolder);
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, `${JSON.stringify(choice, null, 2)}\n`, { mode: 0o600 });
    await rename(draft, file);
  }
}

/** A provider as the environment would configure it. */
function settingsOf({ provider, model, key, address }: ModelChoice): ProviderSettings {
  const [settings] = readConfig(
    provider === 'zai'
      ? { ZAI_API_KEY: key, ZAI_CHAT_MODEL: model }
      : {
          ...{ OPENAI_API_KEY: key, OPENAI_CHAT_MODEL: model, OPENAI_BASE_URL: address },
          // it need not have another
          ...(provider === 'local' && { OPENAI_SMALL_MODEL: model }),
        },
  ).providers;
  if (!settings) throw new Error(`no settings for ${provider}`);
  return { ...settings, name: provider };
}

const usualModel = (provider: ModelChoice['provider']): string =>
  provider === 'local' ? '' : settingsOf({ provider, model: '', key: 'none' }).chat.name;

/** Why a model did not answer, and what to do. Errors of models hold no key. */
function inPlainWords(error: unknown, { provider, address }: ModelChoice): string {
  const reason = (error instanceof Error ? error.message : String(error)).replace('no model answered: ', '');
  const code = error instanceof MemoryError ? error.code : null;
  if (/refused the key/u.test(reason)) return `The key is not accepted (${reason}).`;
  if (code === 'access_refused') return `It is refused; is the name of the model right? (${reason})`;
  if (provider === 'local' && /connection|fetch failed/iu.test(reason))
    return `Nothing answers at ${address}. Does the server run, and does its address end as it should, often in /v1? (${reason})`;
  return `It did not answer: ${reason}`;
}

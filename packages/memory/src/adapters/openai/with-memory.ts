import type { Chat } from '../../chat/chat.ts';
import { createDegrading, type AdapterSettings } from '../degrading.ts';
import { createTurns, type Turn } from '../turns.ts';
import { chatCompletions } from './chat-completions.ts';
import type { ModelCall } from './model-call.ts';
import { RemotePromise } from './remote-promise.ts';
import { responses } from './responses.ts';

/** The methods that ask a model, by their places in the client. */
const calls: Record<string, ModelCall> = {
  'chat.completions.create': chatCompletions,
  'responses.create': responses,
};

type Create = (body: object, options?: { signal?: AbortSignal | null }) => PromiseLike<unknown>;

/**
 * Returns the same client of OpenAI or a compatible service, whose `chat.completions.create` and `responses.create` are turns of a chat:
 * each stores the user's last message, adds what is recalled to the instructions, and stores the reply, streamed or not. All else is the
 * client's own. A failing memory is told (`onDegraded`), and the model is asked without it.
 */
export function withMemory<Client extends object>(
  client: Client,
  chat: Chat,
  settings: AdapterSettings = {},
): Client {
  const turns = createTurns(chat, settings);
  const { attempt, tell } = createDegrading(settings);
  return wrapped(client, '');

  /** Methods keep the client as `this`: they use private fields, which no proxy has. */
  function wrapped<Part extends object>(part: Part, path: string): Part {
    const known = new Map<unknown, unknown>();
    return new Proxy(part, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name, target);
        const place = path === '' ? String(name) : `${path}.${String(name)}`;
        if (!Object.keys(calls).some((one) => one === place || one.startsWith(`${place}.`))) {
          return isFunction(member) ? bound(member) : member;
        }
        const call = calls[place];
        if (call && isFunction(member)) return bound(member, (create) => asTurn(create, call));
        return isObject(member) ? remembered(member, () => wrapped(member, place)) : member;
      },
    });

    function bound(method: Create, adapt = (create: Create): unknown => create): unknown {
      return remembered(method, () => adapt(method.bind(part)));
    }

    function remembered(member: unknown, make: () => unknown): unknown {
      if (!known.has(member)) known.set(member, make());
      return known.get(member);
    }
  }

  function asTurn(create: Create, call: ModelCall): Create {
    return (body, options) => {
      const signal = options?.signal ?? undefined;
      return new RemotePromise(async () => {
        const turn = await attempt(
          'the request was not read',
          () => turns.begin({ ...call.read(body), signal }),
          signal,
        );
        const prompted = turn?.prompt
          ? await attempt('nothing was added to the request', async () => call.withPrompt(body, turn.prompt))
          : undefined;
        return {
          sent: create(prompted ?? body, options),
          received: (answer) => (turn ? received(answer, turn, call) : Promise.resolve(answer)),
        };
      });
    };
  }

  async function received(answer: unknown, turn: Turn, call: ModelCall): Promise<unknown> {
    if (isObject(answer) && Symbol.asyncIterator in answer) return observed(answer, turn, call);
    await attempt('the reply was not read', async () => {
      const { reply, id } = call.readAnswer(answer);
      await turn.replied(reply, id);
    });
    return answer;
  }

  /** The same stream, read along: also by its `tee` and `toReadableStream`, which use its `iterator`. */
  function observed(stream: object, turn: Turn, call: ModelCall): object {
    const iterate: unknown = Reflect.get(stream, 'iterator') ?? Reflect.get(stream, Symbol.asyncIterator);
    const original: () => AsyncIterator<unknown> = () => Reflect.apply(Object(iterate), stream, []);
    async function* readAlong(): AsyncGenerator {
      const reader = call.readStream();
      let isRead = true;
      for await (const part of { [Symbol.asyncIterator]: original }) {
        try {
          if (isRead) reader.add(part);
        } catch (error) {
          isRead = false;
          tell([`the reply was not read: ${String(error)}`]);
        }
        yield part;
      }
      const answered = isRead ? reader.end() : null;
      if (answered) await turn.replied(answered.reply, answered.id);
    }
    for (const name of ['iterator', Symbol.asyncIterator]) {
      Object.defineProperty(stream, name, { value: readAlong, configurable: true, writable: true });
    }
    return stream;
  }
}

const isFunction = (value: unknown): value is Create => typeof value === 'function';
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

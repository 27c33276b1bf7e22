import { type ApiError, apiError } from '../open-client.ts';
import { errorIn, plainText, statusOf } from './openai-error.ts';
import { ProviderFailure } from './provider-failure.ts';

/** What a stream sends at its end. */
export const done = Symbol('done');

/**
 * The parts of an answer: the events of a stream, the lines of a body of JSON lines, or the single part of a whole answer, whichever of them
 * the body is. A part comes as soon as its JSON is whole, so neither an empty line nor the end of the body is waited for. Throws the
 * error that a part reports, as the SDK would, and `ProviderFailure` for what is no JSON.
 */
export async function* readParts(response: Response): AsyncGenerator {
  const decoder = new TextDecoder();
  const events = createEventReader(response.headers);
  let held = '';
  for await (const bytes of response.body ?? []) {
    held += decoder.decode(bytes, { stream: true });
    // a carriage return at the end may be the first half of a line's end
    const lines = held.split(/\r\n|\n|\r(?!$)/u);
    held = lines.pop() ?? '';
    for (const line of lines) yield* events.add(line);
    if (events.isWhole(held)) {
      yield* events.add(held);
      held = '';
    }
  }
  yield* events.add(held.replace(/\r$/u, ''));
  events.end();
}

/** Puts JSON together from the lines of a body. */
function createEventReader(headers: Headers) {
  let name = '';
  /** Lines of `data:`, and lines that belong to no event stream. */
  let data: string | null = null;
  let other: string | null = null;
  let isEmpty = true;

  return {
    *add(line: string): Generator {
      if (line.trim() === '') {
        endEvent();
        return;
      }
      const [, field, value = ''] = /^(data|event|id|retry|)(?::\s?(.*)|$)/su.exec(line) ?? [];
      if (field === 'event') name = value.trim();
      if (field === 'data') {
        if (value.trim() === '') return;
        other = null;
        if (value.trim() === '[DONE]') {
          data = null;
          yield done;
          return;
        }
        data = joined(data, value);
        const part = parse(data);
        if (part === undefined) return;
        data = null;
        yield checked(part);
      } else if (field === undefined) {
        other = joined(other, line);
        const part = parse(other);
        if (part === undefined) return;
        other = null;
        yield checked(part);
      }
    },
    /** Whether a line without its end is whole all the same. */
    isWhole(line: string): boolean {
      const value = /^data:\s?(.*)$/su.exec(line)?.[1];
      if (value?.trim() === '[DONE]') return true;
      if (!/[}\]]\s*$/u.test(line)) return false;
      return parse(value === undefined ? joined(other, line) : joined(data, value)) !== undefined;
    },
    end(): void {
      endEvent();
      if (other !== null && isEmpty) {
        throw new ProviderFailure('model_failed', `answered without JSON: ${plainText(other)}`);
      }
      if (isEmpty) throw new ProviderFailure('model_failed', 'sent an empty answer');
    },
  };

  function endEvent(): void {
    if (data !== null) {
      if (name === 'error') throw refusal({ message: plainText(data) }, headers);
      throw new ProviderFailure('model_failed', `sent malformed data: ${plainText(data)}`);
    }
    name = '';
  }

  function checked(part: unknown): unknown {
    isEmpty = false;
    const error = errorIn(part, name === 'error');
    if (error) throw refusal(error, headers);
    return part;
  }
}

const joined = (before: string | null, line: string): string =>
  before === null ? line : `${before}\n${line}`;

/** The object that a text is JSON of; undefined if it is none. */
function parse(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? (value ?? {}) : undefined;
  } catch {
    return undefined;
  }
}

/** An error within an answer, with the status that it would have had. */
const refusal = (error: NonNullable<ReturnType<typeof errorIn>>, headers: Headers): ApiError =>
  apiError(statusOf(error), error, headers);

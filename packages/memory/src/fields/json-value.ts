import { z } from 'zod';
import type { Metadata } from '../types.ts';

/** Levels of lists and objects in one value. Postgres and the redaction read values recursively. */
const deepest = 100;

class NotJson extends Error {
  readonly path: (string | number)[];

  constructor(path: (string | number)[], message: string) {
    super(message);
    this.path = path;
  }
}

/**
 * A value that JSON can hold, copied as JSON.stringify would write it: `toJSON` is called, a property that is undefined is left out, and
 * undefined in a list is null. What JSON would lose or cannot hold (a cycle, a bigint, NaN, an invalid date, a function, a Map) is an
 * issue at its path.
 */
const json = <Value>() =>
  z.custom<Value>().transform((given, context): unknown => {
    try {
      return copyOf(given, []);
    } catch (error) {
      if (!(error instanceof NotJson)) throw error;
      context.addIssue({ code: 'custom', path: error.path, message: error.message });
      return z.NEVER;
    }
  });

export const jsonValue = json<unknown>();

/** A JSON object, read as `jsonValue`. */
export const jsonObject = json<Metadata>().pipe(
  z.custom<Metadata>((value) => isObject(value) && !Array.isArray(value), { error: 'must be an object' }),
);

function copyOf(given: unknown, path: (string | number)[]): unknown {
  if (path.length > deepest) {
    throw new NotJson(path.slice(0, 1), `is nested deeper than ${deepest} levels, or contains itself`);
  }
  const value = isObject(given) && 'toJSON' in given ? ownForm(given, path) : given;
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item, index) => copyOf(item ?? null, [...path, index]));
  if (isObject(value) && isPlain(value)) {
    return Object.fromEntries(
      entriesOf(value, path).flatMap(([key, item]) => {
        // later readers would drop it without a word
        if (key === '__proto__') throw new NotJson([...path, key], 'is no key that is stored');
        return item === undefined ? [] : [[key, copyOf(item, [...path, key])]];
      }),
    );
  }
  throw new NotJson(path, `${describe(value)} is nothing that JSON can hold`);
}

/** What an object's `toJSON` returns. */
function ownForm(value: object, path: (string | number)[]): unknown {
  if (value instanceof Date && Number.isNaN(value.getTime())) throw new NotJson(path, 'is an invalid date');
  return runGiven(path, () => {
    const toJSON: unknown = Reflect.get(value, 'toJSON');
    return typeof toJSON === 'function' ? Reflect.apply(toJSON, value, [String(path.at(-1) ?? '')]) : value;
  });
}

const entriesOf = (value: object, path: (string | number)[]): [string, unknown][] =>
  runGiven(path, () => Object.entries(value));

/** Runs code of the caller: a getter or a `toJSON`. */
function runGiven<Result>(path: (string | number)[], run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    throw new NotJson(path, `cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** An object literal, also of another realm. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return !isObject(prototype) || Object.getPrototypeOf(prototype) === null;
}

function describe(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return isObject(value) ? 'an object of a class' : typeof value;
}

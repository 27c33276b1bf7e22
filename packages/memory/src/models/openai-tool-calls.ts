import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { ToolCall } from '../types.ts';
import { z } from 'zod';

const text = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(undefined);
const whole = z
  .union([z.int(), z.string().regex(/^\d+$/u).transform(Number)])
  .nullish()
  .catch(undefined);

const named = z.looseObject({ name: text, arguments: z.unknown().optional() });
/** A call, or a part of one in a stream. */
const callPart = z.looseObject({ index: whole, id: text, function: named.nullish().catch(undefined) });

type CallPart = {
  index: number;
  id: string;
  name: string;
  arguments: string;
  extra: Record<string, unknown>;
};

/** Characters that OpenAI's API allows. */
const longestToolName = 64;
export const longestCallId = 40;

/** Puts the calls of one answer together from their parts. */
export function createCallReader() {
  const parts: CallPart[] = [];
  return {
    /** Adds the calls of one part of an answer. */
    add(given: unknown): void {
      const list = Array.isArray(given) ? given : given === null || given === undefined ? [] : [given];
      for (const [position, one] of list.entries()) {
        const parsed = callPart.safeParse(one);
        if (!parsed.success) continue;
        const { data } = parsed;
        parts.push(readPart(data, data.index ?? (list.length > 1 ? position : indexOf(data.id))));
      }
    },
    calls: (): ToolCall[] => assemble(parts).map(toToolCall),
  };

  /** The index of a part without one: that of its call by id, or of the part before. */
  function indexOf(id: string | null | undefined): number {
    const same = parts.findLast((part) => part.id !== '' && part.id === id);
    return (same ?? parts.at(-1))?.index ?? 0;
  }
}

function readPart(part: z.output<typeof callPart>, index: number): CallPart {
  const {
    index: _index,
    id,
    type: _type,
    function: inner,
    name: _name,
    arguments: _arguments,
    ...own
  } = part;
  const { name: called, arguments: given, ...innerOthers } = inner ?? named.parse(part);
  const said = typeof given === 'string' ? given : given ? JSON.stringify(given) : '';
  const kept = (fields: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields).filter(
        ([field, value]) => value != null && field !== '__proto__' && !repeats(value, said),
      ),
    );
  const within = inner ? kept(innerOthers) : {};
  const extra = { ...kept(own), ...(Object.keys(within).length > 0 && { function: within }) };
  return { index, id: id ?? '', name: called ?? '', arguments: said, extra };
}

/** Whether a field only says the arguments again. They can be redacted and forgotten, the field could not. */
const repeats = (value: unknown, said: string): boolean =>
  said !== '' && (value === said || isDeepStrictEqual(value, objectIn(said)));

/**
 * The calls, in the order of their first parts. Parts of one call have one index. Where several calls have it, a part begins a new call
 * by its id if ids stay the same from part to part, and otherwise if it has a name and the call before is whole or has another name.
 */
function assemble(parts: CallPart[]): CallPart[] {
  const calls: CallPart[] = [];
  const lasting = new Set(
    parts
      .filter(({ id }, at) => id !== '' && parts.findIndex((one) => one.id === id) !== at)
      .map(({ id }) => id),
  );
  for (const part of parts) {
    const ofIndex = calls.filter(({ index }) => index === part.index);
    const known = part.id === '' ? undefined : ofIndex.findLast(({ id }) => id === part.id);
    const call = known ?? ofIndex.at(-1);
    if (!call || (known ? beginsAgain(part, call) : begins(part, call))) calls.push({ ...part });
    else extend(call, part);
  }
  return calls;

  function begins(part: CallPart, last: CallPart): boolean {
    if (part.name === '') return false;
    if (hasOtherName(part, last)) return true;
    if (part.id !== '' && lasting.has(part.id)) return true;
    if (part.id !== '' && last.id !== '') return objectIn(last.arguments) !== null || isHeader(part, last);
    return objectIn(last.arguments) !== null && part.arguments !== last.arguments;
  }
}

/** Two parts in a row without arguments name two calls. */
const isHeader = (part: CallPart, last: CallPart): boolean => part.arguments === '' && last.arguments === '';

/** Whether a part with the id of a call is another call: an object cannot follow an object. */
const beginsAgain = (part: CallPart, call: CallPart): boolean =>
  hasOtherName(part, call) ||
  (part.name !== '' &&
    part.arguments.trimStart().startsWith('{') &&
    objectIn(call.arguments) !== null &&
    !isSaidAgain(part, call) &&
    call.arguments !== '{}');

const hasOtherName = (part: CallPart, call: CallPart): boolean =>
  part.name !== '' && call.name !== '' && part.name !== call.name;

/** Whether a part says the arguments from their beginning, as a last part may that has the whole call. */
const isSaidAgain = (part: CallPart, call: CallPart): boolean =>
  call.arguments !== '' && part.arguments.startsWith(call.arguments) && objectIn(part.arguments) !== null;

function extend(call: CallPart, part: CallPart): void {
  call.id ||= part.id;
  // the name comes whole, though some servers repeat it with every part
  call.name ||= part.name;
  const startsOver = call.arguments === '{}' && part.arguments.startsWith('{');
  call.arguments = startsOver || isSaidAgain(part, call) ? part.arguments : call.arguments + part.arguments;
  call.extra = { ...call.extra, ...part.extra };
}

/** The object that a text is JSON of; null if it is none. */
export function objectIn(json: string): object | null {
  const value = valueIn(json);
  return typeof value === 'object' && !Array.isArray(value) ? value : null;
}

function valueIn(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** A call in a form that every provider accepts back: they refuse a history with an empty or odd name, or with a long or duplicate id. */
function toToolCall(call: CallPart, position: number, calls: CallPart[]): ToolCall {
  const isOwn = call.id !== '' && calls.findIndex(({ id }) => id === call.id) === position;
  const isShort = isOwn && call.id.length <= longestCallId;
  const extra = { ...call.extra, ...(isOwn && !isShort && { id: call.id }) };
  return {
    id: isShort ? call.id : `call_${randomUUID().replaceAll('-', '')}`,
    name: call.name.replaceAll(/[^\w-]/g, '_').slice(0, longestToolName) || 'unnamed',
    arguments: unwrapped(call.arguments),
    ...(Object.keys(extra).length > 0 && { extra }),
  };
}

/** Arguments that a server has written as JSON twice, or as nothing. */
function unwrapped(said: string): string {
  const [, inner] = /^\s*(".*"|null|)\s*$/su.exec(said) ?? [];
  if (inner === undefined) return said;
  const plain = z.string().safeParse(inner.startsWith('"') ? valueIn(inner) : '').data ?? said;
  if (plain.trim() === '') return '{}';
  return objectIn(plain) ? plain : said;
}

/** An id of another length, always the same for the same id. */
export const shortId = (id: string, length: number): string =>
  createHash('sha256').update(id).digest('hex').slice(0, length);

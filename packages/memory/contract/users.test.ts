import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { userForms } from '../src/calls/call-forms.ts';
import type { Memory } from '../src/memory.ts';
import { storedUser } from '../src/users.ts';
import { allRows } from '../testing/every-row.ts';
import { openWorld } from '../testing/open-world.ts';
import { testDatabases } from './test-database.ts';
import { own, triesOf, type Owned, type Try } from './users-tries.ts';

const long = 'a'.repeat(199);
/** Whose things others try to reach, and by which ids. That more of them are different users is a test of `storedUser`. */
const attacks: Record<string, string[]> = {
  alice: [
    ...['Alice', 'alice ', 'me@alice', '@alice', 'me', 'ａｌｉｃｅ', '%', 'bob'],
    `alice-${createHash('sha256').update('alice').digest('hex').slice(0, 32)}`,
  ],
  me: ['@me', 'alice'],
  [`${long}b`]: [`${long}c`],
};

const nothing = [null, undefined, false, '', 0];
const isNothing = (value: unknown): boolean =>
  nothing.some((one) => one === value) || (Array.isArray(value) && value.length === 0);

/** The names of a user's methods, as `sessions.open`. */
const methodsIn = (forms: object, path: string[] = []): string[] =>
  Object.entries(forms).flatMap(([name, form]: [string, unknown]) => {
    const isPart = typeof form === 'object' && form !== null && !Object.values(form).every(isSchema);
    return isPart ? methodsIn(form, [...path, name]) : [[...path, name].join('.')];
  });
const isSchema = (value: unknown): boolean => value instanceof z.ZodType;

describe.each(testDatabases())('users of one store on $name', (testDatabase) => {
  const world = openWorld(testDatabase, { once: true });
  let memory: Memory;
  let tried = 0;
  /** What the other user copied from the owner. */
  let copies = '';
  const owners = new Map<string, Owned>();
  const drain = () => memory.jobs.drain();

  beforeAll(async () => {
    memory = await world.openMemory({ users: 'many' });
    for (const [index, user] of Object.keys(attacks).entries()) {
      owners.set(user, await own(memory.as(user), user, `qzv${index}x`, drain));
    }
  }, 300_000);

  const pairs = Object.entries(attacks).flatMap(([owner, others]) =>
    others.map((other) => [owner, other] as const),
  );
  it.each(pairs)('nothing of %j is reached by %j', { timeout: 120_000 }, async (owner, other) => {
    const theirs = owners.get(owner);
    if (theirs === undefined) throw new Error('nobody owns it');
    expect(storedUser(other)).not.toBe(storedUser(owner));
    const of = memory.as(other);
    const me = owners.get(other) ?? (await own(of, other, `qwm${owners.size}x`, drain));
    owners.set(other, me);
    await world.embedded();
    const seen: unknown[] = [];
    of.onEvent((event) => void seen.push(event));
    const before = await rowsOf(theirs);
    expect(before.length).toBeGreaterThan(20);

    const tries = triesOf(of, theirs, me);
    expect(Object.keys(tries).toSorted()).toEqual(methodsIn(userForms).toSorted());
    const findings: string[] = [];
    copies = '';
    for (const [method, ways] of Object.entries(tries)) expect(ways.length, method).toBeGreaterThan(0);
    const all = Object.entries(tries).flatMap(([method, ways]) => ways.map((one) => ({ method, one })));
    // what others copy is theirs afterwards
    const copied = ({ is, given }: Try) => is === 'own' && given !== undefined;
    for (const { method, one } of all.toSorted((a, b) => Number(copied(a.one)) - Number(copied(b.one)))) {
      findings.push(...(await wrongOf(method, one, theirs)));
    }
    await drain();
    expect(findings).toEqual([]);
    expect(wordsIn(seen, theirs).filter((word) => !copies.includes(word))).toEqual([]);
    const after = new Set(await rowsOf(theirs));
    expect(before.filter((row) => !after.has(row))).toEqual([]);
  });

  it('tried at least 1,800 times', () => {
    expect(tried).toBeGreaterThanOrEqual(1_800);
  });

  /** What is wrong with what a try returns or throws. */
  async function wrongOf(method: string, { is, call, given = '' }: Try, theirs: Owned): Promise<string[]> {
    tried += 1;
    let shown: unknown = null;
    const wrong: string[] = [];
    try {
      shown = await call();
      const text = textOf(shown);
      const ids = theirs.ids.filter((one) => text.includes(one));
      if (ids.length > 0) wrong.push(`${method} shows the id ${ids.join(', ')}: ${text}`);
      if (is === 'refused' && !isNothing(shown)) wrong.push(`${method} is not refused: ${text}`);
      if (is === 'empty' && !isNothing(shown)) wrong.push(`${method} returns ${text}`);
    } catch (error) {
      shown = error;
      const { code } = z.object({ code: z.string() }).parse(error);
      if (!['not_found', 'invalid_input', 'conflict'].includes(code) || is !== 'refused') {
        wrong.push(`${method} throws ${textOf(error)}`);
      }
    }
    copies += given;
    const leaked = wordsIn(shown, theirs).filter((word) => !copies.includes(word));
    return leaked.length > 0 ? [...wrong, `${method} shows ${leaked.join(', ')}: ${textOf(shown)}`] : wrong;
  }

  /** The rows that hold something of an owner. */
  async function rowsOf({ words, ids }: Owned): Promise<string[]> {
    const marks = [...words, ...ids];
    const rows = await allRows(world.query);
    return rows.filter((row) => marks.some((mark) => row.includes(mark)));
  }
});

const wordsIn = (value: unknown, { words }: Owned): string[] => {
  const text = textOf(value);
  return words.filter((word) => text.includes(word));
};

/** Everything that a value shows, an error's cause as well. */
function textOf(value: unknown): string {
  if (value instanceof Error)
    return `${value.message} ${value.cause === undefined ? '' : textOf(value.cause)}`;
  return (
    JSON.stringify(value, (_, one: unknown) => (one instanceof Map || one instanceof Set ? [...one] : one)) ??
    ''
  );
}

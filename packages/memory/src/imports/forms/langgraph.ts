import { z } from 'zod';
import { object, refused, statement, time, timeOf, type EntryReader } from './reading.ts';

/** LangGraph: an item of a store, as its SDKs (`namespace`) and its table in Postgres (`prefix`, joined by dots) have it. */
const row = z.object({
  namespace: z.union([z.array(z.string()), z.string()]).optional(),
  prefix: z.string().optional(),
  key: z.string(),
  value: z.unknown().optional(),
  ...{ created_at: time, updated_at: time, createdAt: time, updatedAt: time },
});

/** Parts of namespaces that name no user. */
const general =
  /^(?:(?:user|users)|.*(?:memor|profile|fact|preference|collection|store|document|semantic|episodic|procedural).*)$/i;

export const readLangGraph: EntryReader = (value, at) => {
  const { data } = row.safeParse(value);
  const named = data?.namespace ?? data?.prefix;
  if (!data || named === undefined || data.value === undefined) return null;
  const namespace = typeof named === 'string' ? named.split('.') : named;
  const users = namespace.filter((part) => part !== '' && !general.test(part));
  const owner = users.length === 1 ? (users[0] ?? null) : null;
  const text = textOf(data.value);
  if (text === '') return [refused(at, 'its value has no text')];
  return [
    statement({
      ...at,
      form: 'langgraph',
      text,
      id: JSON.stringify([namespace, data.key]),
      owner,
      saidAt: timeOf(data.created_at ?? data.createdAt),
      about: owner === null ? undefined : 'user',
      tags: namespace.filter((part) => part !== owner),
      details: { namespace, key: data.key, updatedAt: data.updated_at ?? data.updatedAt },
    }),
  ];
};

/** Where values keep their text; `content` of LangMem is an object again. */
const textKeys = ['content', 'text', 'memory', 'data', 'fact', 'summary'];
const deepest = 4;

/** The text of a value; of one without a text, its fields in words: "city: Berlin; pets: Rex, Tom". */
function textOf(value: unknown, depth = 0): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (depth > deepest) return '';
  if (Array.isArray(value))
    return joined(
      value.map((one) => textOf(one, depth + 1)),
      ', ',
    );
  const { data } = object.safeParse(value);
  if (!data) return '';
  const key = textKeys.find((name) => Object.hasOwn(data, name) && textOf(data[name], depth + 1) !== '');
  if (key !== undefined) return textOf(data[key], depth + 1);
  const fields = Object.entries(data).map(([name, one]) => {
    const said = textOf(one, depth + 1);
    return said === '' ? '' : `${name.replaceAll('_', ' ')}: ${said}`;
  });
  return joined(fields, '; ');
}

const joined = (texts: string[], between: string): string => texts.filter((one) => one !== '').join(between);

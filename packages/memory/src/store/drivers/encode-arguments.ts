import { atPlace, functions, parameterOf, type Place, type FunctionName, type SqlType } from '@devai/db';
import type { CallArguments } from '../../ports.ts';
import { replacement, storableText } from '../../text/storable-text.ts';

export type EncodedCall = { sql: string; parameters: unknown[] };

/** The statement that calls a function of the store at `place` with named arguments, and its parameters. What is not given is null. */
export function encodeCall<Name extends FunctionName>(
  name: Name,
  args: CallArguments<Name>,
  place: Place,
): EncodedCall {
  const given = new Map<string, unknown>(Object.entries(args));
  const types: [string, SqlType][] = Object.entries(functions[name]);
  const names = types.map(([argument, type], index) => `${parameterOf(argument)} => $${index + 1}::${type}`);
  return {
    sql: atPlace(`select public.devai_${name}(${names.join(', ')}) as result`, place),
    parameters: types.map(([argument, type]) => {
      const value = given.get(argument) ?? null;
      return type === 'extensions.vector' ? vectorBytes(value) : encodeArgument(value, type);
    }),
  };
}

/** The body of an `rpc` call: named arguments as JSON, a vector as its text. What is not given is null. */
export function encodeJsonCall<Name extends FunctionName>(
  name: Name,
  args: CallArguments<Name>,
): Record<string, unknown> {
  const given = new Map<string, unknown>(Object.entries(args));
  const types: [string, SqlType][] = Object.entries(functions[name]);
  return Object.fromEntries(
    types.map(([argument, type]) => {
      const value = encodeArgument(given.get(argument) ?? null, type);
      // a jsonb travels as JSON itself, not as text that holds JSON
      return [
        parameterOf(argument),
        type === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value,
      ];
    }),
  );
}

function encodeArgument(value: unknown, type: SqlType): unknown {
  if (value === null) return null;
  if (type === 'jsonb') return storableJson(value);
  if (type === 'extensions.vector') return JSON.stringify(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? storableText(item) : item));
  return value;
}

/** JSON text with the same replacement in every string and key. */
export function storableJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  // JSON.stringify writes exactly the characters in question as escapes; a pair of surrogates it writes plain.
  // Every escape is matched, so that the second half of an escaped backslash is never taken for the first of another.
  return /\\u(?:0000|d[89a-f])/.test(text)
    ? text.replaceAll(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/g, (escape) =>
        escape.length === 2 ? escape : replacement,
      )
    : text;
}

/** pgvector's binary form, which is much faster to read than text: int16 dimensions, int16 zero, then float32, all big-endian. */
function vectorBytes(value: unknown): Buffer | null {
  if (value === null) return null;
  const numbers: unknown[] = Array.isArray(value) ? value : [];
  const bytes = Buffer.alloc(4 + 4 * numbers.length);
  bytes.writeInt16BE(numbers.length, 0);
  for (const [index, number] of numbers.entries()) bytes.writeFloatBE(Number(number), 4 + 4 * index);
  return bytes;
}

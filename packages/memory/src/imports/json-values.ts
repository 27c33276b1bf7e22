/** Characters of one value: the longest conversations have some 20 million. */
export const longestValue = 64_000_000;
/** Levels of lists and objects; real exports have about ten. */
const deepestValue = 100;

/** A value of a file of JSON. `problem`: why there is none. `index` counts from 1; `isElement`: of the list that is the whole file. */
export type JsonValue = { index: number; line: number; isElement: boolean } & (
  | { value: unknown; problem?: undefined }
  | { problem: string }
);

/** Whether a file ends in the middle of a value, which cannot be told from its values. */
export class BrokenOff extends Error {}

/**
 * Reads the values of a text as it comes: the elements of the list that it is, or values one after the other (JSON Lines). Holds one value at a
 * time. A value that is no JSON, too long or too deep is told, and the next one is read. Throws `BrokenOff` if the text ends within a value.
 */
export async function* jsonValues(chunks: AsyncIterable<string>): AsyncGenerator<JsonValue> {
  let isList: boolean | null = null;
  let isListEnded = false;
  let [depth, inText, isEscaped] = [0, false, false];
  let [line, firstLine, index] = [1, 1, 0];
  let parts: string[] = [];
  let [length, deepest, isOpen] = [0, 0, false];

  const begin = () => {
    [isOpen, firstLine, length, deepest, parts] = [true, line, 0, 0, []];
  };
  const end = (): JsonValue[] => {
    if (!isOpen) return [];
    isOpen = false;
    index += 1;
    const at = { index, line: firstLine, isElement: isList === true };
    const text = parts.join('');
    parts = [];
    if (length > longestValue)
      return [{ ...at, problem: `is longer than ${longestValue / 1e6} million characters` }];
    if (deepest > deepestValue) return [{ ...at, problem: `is nested deeper than ${deepestValue} levels` }];
    try {
      return [{ ...at, value: JSON.parse(text) }];
    } catch (error) {
      return [{ ...at, problem: `is no JSON (${problemOf(error)})` }];
    }
  };

  for await (const chunk of chunks) {
    let from = 0;
    const keep = (to: number) => {
      if (isOpen) {
        length += to - from;
        if (length <= longestValue && deepest <= deepestValue) parts.push(chunk.slice(from, to));
        else parts = [];
      }
      from = to;
    };
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk[at] ?? '';
      if (sign === '\n') line += 1;
      if (inText) {
        if (isEscaped) isEscaped = false;
        else if (sign === '\\') isEscaped = true;
        else if (sign === '"') inText = false;
        continue;
      }
      if (sign === '\n' || sign === ' ' || sign === '\t' || sign === '\r' || sign === '\uFEFF') {
        // a bare number or word ends at a space
        if (isOpen && depth === 0) {
          keep(at);
          yield* end();
        }
        continue;
      }
      if (!isOpen && depth === 0) {
        if (isList === null) {
          isList = sign === '[';
          if (isList) continue;
        }
        if (isList && sign === ']') {
          isListEnded = true;
          continue;
        }
        if (sign === ',') continue;
        from = at;
        begin();
      }
      if (sign === '"') inText = true;
      else if (sign === '{' || sign === '[') {
        depth += 1;
        deepest = Math.max(deepest, depth);
      } else if (depth > 0 && (sign === '}' || sign === ']')) {
        depth -= 1;
        if (depth === 0) {
          keep(at + 1);
          yield* end();
        }
      } else if (depth === 0 && (sign === ',' || (sign === ']' && isList))) {
        keep(at);
        yield* end();
        if (sign === ']') isListEnded = true;
      }
    }
    keep(chunk.length);
  }
  if (depth > 0 || inText || (isList === true && !isListEnded)) {
    throw new BrokenOff(
      index === 0
        ? `it ends within its first entry, in line ${line}`
        : `it ends after entry ${index}, in line ${line}`,
    );
  }
  yield* end();
}

/** Without the part of the text that the message of the engine quotes: it may be a secret. */
const problemOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/,? "[\s\S]*/, '') : String(error);

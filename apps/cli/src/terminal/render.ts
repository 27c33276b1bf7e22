import stringWidth from 'string-width';
import { printable } from './printable.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';
import { inWords, isRecord, written } from './written.ts';

type Field = [name: string, value: unknown];

/**
 * Lays out any value: a record, or a list of `[name, value]`, as lines of names and values; a list of records as a table; any
 * other value as text. Removes control characters.
 */
export function render(value: unknown, style: Style): string {
  if (isFields(value)) return renderFields(value, style);
  if (isRows(value)) return renderTable(value, style);
  if (isRecord(value)) return renderFields(Object.entries(value), style);
  return isEmpty(value) ? 'Nothing.' : printable(written(value));
}

const isFields = (value: unknown): value is Field[] => Array.isArray(value) && Array.isArray(value[0]);

const isRows = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && isRecord(value[0]);

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (isRecord(value) ? Object.keys(value).length === 0 : Array.isArray(value) && value.length === 0);

/** Leaves out empty fields; lists of records and of fields follow as sections under their names. Truncates no value. */
function renderFields(given: Field[], style: Style): string {
  const fields = given
    .filter(([, value]) => !isEmpty(value))
    .map(([name, value]): Field => [printable(inWords(name)), value]);
  if (fields.length === 0) return render(null, style);
  const { true: sections = [], false: plain = [] } = Object.groupBy(fields, ([, value]) =>
    isFields(value) || isRows(value) ? 'true' : 'false',
  );
  const width = plain.reduce((most, [name]) => Math.max(most, stringWidth(name)), 0);
  const lines = plain.map(([name, value]) => {
    const padding = ' '.repeat(width - stringWidth(name) + 2);
    return style.paint('dim', name) + padding + style.wrap(printable(written(value)).trim(), width + 2);
  });
  return [
    ...(lines.length === 0 ? [] : [lines.join('\n')]),
    ...sections.map(([title, value]) => `${style.paint('bold', title)}\n${render(value, style)}`),
  ].join('\n\n');
}

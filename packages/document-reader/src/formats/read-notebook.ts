import { stripVTControlCharacters } from 'node:util';
import { firstHeading } from '../title.ts';

/** Characters of the result of a cell that are kept; a longer one is cut in its middle. */
const longestOutput = 2_000;
/** Characters of an error. */
const longestError = 300;

type Json = Record<string, unknown>;

/** Reads a Jupyter notebook as Markdown: its texts, its code in fences, and the results in words. Returns null if it is none. */
export function readNotebook(json: string): { text: string; title: string | null } | null {
  const notebook = parse(json);
  if (notebook === null || typeof notebook['nbformat'] !== 'number') return null;
  const metadata = record(notebook['metadata']);
  const language = [
    record(metadata['language_info'])['name'],
    record(metadata['kernelspec'])['language'],
    metadata['language'],
  ].find((name) => typeof name === 'string');
  // until version 3 cells stand in worksheets
  const sheets = 'cells' in notebook ? [notebook] : list(notebook['worksheets']);
  const parts = sheets
    .flatMap((sheet) => list(sheet['cells']))
    .flatMap((cell) => partsOf(cell, language ?? ''));
  const text = parts.filter((part) => part.trim() !== '').join('\n\n');
  const { title } = metadata;
  return { text, title: typeof title === 'string' && title.trim() !== '' ? title : firstHeading(text) };
}

function partsOf(cell: Json, language: string): string[] {
  const source = joined(cell['source'] ?? cell['input']);
  if (cell['cell_type'] === 'code') {
    const own = typeof cell['language'] === 'string' ? cell['language'] : language;
    const outputs = list(cell['outputs'])
      .map(outputText)
      .filter((text) => text.trim() !== '');
    const result = cut(outputs.join('\n').replace(/\n+$/, ''), longestOutput);
    return [fenced(source, own), ...(result === '' ? [] : [fenced(result, 'text')])].filter(Boolean);
  }
  if (cell['cell_type'] !== 'heading') return [source];
  const level = typeof cell['level'] === 'number' ? Math.min(Math.max(cell['level'], 1), 6) : 1;
  return [`${'#'.repeat(level)} ${source.replaceAll(/\s+/g, ' ')}`];
}

/** Returns what an output says in words: pictures, pages and widgets say nothing. */
function outputText(output: Json): string {
  const kind = output['output_type'];
  if (kind === 'error' || kind === 'pyerr') {
    return cut(
      stripVTControlCharacters(`${joined(output['ename'])}: ${joined(output['evalue'])}`),
      longestError,
    );
  }
  if (kind === 'stream') return stripVTControlCharacters(joined(output['text']));
  // until version 3 the forms of a result stand in the output itself
  const forms = kind === 'pyout' || !('data' in output) ? output : record(output['data']);
  const isPicture = Object.keys(forms).some((form) =>
    /^(?:image\/|png$|jpeg$|svg$|pdf$)|widget|javascript/i.test(form),
  );
  if (isPicture) return '';
  return stripVTControlCharacters(
    joined(forms['text/plain'] ?? forms['text'] ?? forms['text/markdown'] ?? forms['text/latex']),
  );
}

function fenced(text: string, language: string): string {
  const code = text.replace(/\n+$/, '');
  if (code.trim() === '') return '';
  const longest = Math.max(2, ...Array.from(code.matchAll(/`{3,}/g), ([marks]) => marks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const part = Math.floor(most / 2);
  const left = text.length - 2 * part;
  return `${text.slice(0, part).toWellFormed()}\n[${left} characters left out]\n${text.slice(-part).toWellFormed()}`;
}

/** Texts are strings or lists of lines. */
function joined(text: unknown): string {
  if (Array.isArray(text)) return text.filter((line) => typeof line === 'string').join('');
  return typeof text === 'string' ? text : '';
}

function parse(json: string): Json | null {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const record = (value: unknown): Json => (isRecord(value) ? value : {});
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

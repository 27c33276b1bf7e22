import { expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';

const picture = 'iVBORw0KGgoAAAANSUhEUgAB7'.repeat(2_000);

it('reads texts, code in its language, and results in words', async () => {
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { language_info: { name: 'python' } },
    cells: [
      { cell_type: 'markdown', metadata: {}, source: ['# Wombat analysis\n', 'The threshold is 0.73.'] },
      {
        cell_type: 'code',
        source: ['# not a heading\n', 'plot("```")\n'],
        outputs: [
          { output_type: 'stream', name: 'stdout', text: ['\u001b[31m3 rows\u001b[0m\n'] },
          { output_type: 'execute_result', data: { 'text/plain': ['0.73'], 'text/html': ['<b>0.73</b>'] } },
          {
            output_type: 'display_data',
            data: { 'image/png': picture, 'text/plain': ['<Figure size 640x480>'] },
          },
          {
            output_type: 'display_data',
            data: { 'application/vnd.jupyter.widget-view+json': {}, 'text/plain': 'IntSlider(value=3)' },
          },
          {
            output_type: 'error',
            ename: 'KeyError',
            evalue: "'burrow'",
            traceback: ['a', 'b'.repeat(5_000)],
          },
        ],
      },
      { cell_type: 'code', source: [], outputs: [] },
      { cell_type: 'raw', source: 'Raw words.' },
    ],
  };
  expect(await read(notebook)).toEqual({
    kind: 'notebook',
    title: 'Wombat analysis',
    text: `# Wombat analysis
The threshold is 0.73.

\`\`\`\`python
# not a heading
plot("\`\`\`")
\`\`\`\`

\`\`\`text
3 rows

0.73
KeyError: 'burrow'
\`\`\`

Raw words.`,
  });
});

it('reads notebooks of version 3', async () => {
  const notebook = {
    nbformat: 3,
    metadata: { name: '' },
    worksheets: [
      {
        cells: [
          { cell_type: 'heading', level: 2, source: ['Burrows'] },
          {
            cell_type: 'code',
            language: 'julia',
            input: ['dig()'],
            outputs: [
              { output_type: 'pyout', text: ['deep'] },
              { output_type: 'display_data', png: picture },
              { output_type: 'pyerr', ename: 'Oops', evalue: 'wet' },
            ],
          },
        ],
      },
    ],
  };
  expect((await read(notebook)).text).toBe(
    '## Burrows\n\n```julia\ndig()\n```\n\n```text\ndeep\nOops: wet\n```',
  );
});

it('cuts a long result visibly', async () => {
  const output = { output_type: 'stream', text: `begin ${'row\n'.repeat(5_000)} end` };
  const { text } = await read({
    nbformat: 4,
    cells: [{ cell_type: 'code', source: 'run()', outputs: [output] }],
  });
  expect(text.length).toBeLessThan(2_500);
  expect(text).toMatch(/begin row[^]*\[18010 characters left out\][^]*row\n end/u);
});

it.each([
  ['damaged', '{"nbformat": 4, "cells": [{"cell_type": "markdown", "source": ["The port is 6543.'],
  ['a list', '[{"nbformat": 4}]'],
  ['other JSON', '{"a": 1}'],
])('reads a file that is no notebook as it is: %s', async (_, json) => {
  expect(await readDocument({ bytes: Buffer.from(json), path: 'a.ipynb', mediaType: undefined })).toEqual({
    kind: 'code',
    title: null,
    text: json,
  });
});

it.each([
  ['cells of other kinds', { nbformat: 4, cells: [null, 3, { cell_type: 'code', source: 7, outputs: 'x' }] }],
  ['no cells', { nbformat: 4, cells: [] }],
])('says that a notebook is empty that has %s', async (_, notebook) => {
  await expect(read(notebook)).rejects.toMatchObject({ reason: 'empty' });
});

function read(notebook: unknown) {
  return readDocument({
    bytes: Buffer.from(JSON.stringify(notebook, null, 1)),
    path: 'wombat.ipynb',
    mediaType: undefined,
  });
}

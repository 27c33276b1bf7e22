import { expect, test } from 'vitest';
import { createProgressBar } from './progress-bar.ts';

test('a bar is redrawn at each step, never wider than the terminal, and removed at the end', () => {
  const terminal = screen(true);
  const bar = createProgressBar(terminal, 'embedding');
  bar.show(50, 200);
  bar.show(50, 200);
  bar.show(200, 200);
  bar.end();
  expect(terminal.written).toEqual([
    '\r\u001b[Kembedding [######..................] 25 %  50 of 200',
    '\r\u001b[Kembedding [########################] 100 %  200 of 200',
    '\r\u001b[K',
  ]);
});

test('a bar stays on its line in a narrow terminal', () => {
  const terminal = screen(true, 20);
  createProgressBar(terminal, 'embedding').show(1, 2);
  expect(terminal.written).toEqual(['\r\u001b[Kembedding [#######…']);
});

test('a total that nobody knows is left out', () => {
  const terminal = screen(true);
  createProgressBar(terminal, 'rows').show(200, null);
  expect(terminal.written).toEqual(['\r\u001b[Krows 200']);
});

test('nothing is written to a pipe', () => {
  const pipe = screen(false);
  const bar = createProgressBar(pipe, 'embedding');
  bar.show(1, 2);
  bar.end();
  expect(pipe.written).toEqual([]);
});

function screen(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

import { expect, test } from 'vitest';
import { createProgressBar } from './progress-bar.ts';

function screen(isTTY: boolean, columns = 80) {
  const written: string[] = [];
  return { isTTY, columns, written, write: (text: string) => written.push(text) };
}

test('a bar is drawn over at each step, never past the terminal, and taken away at the end', () => {
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

test('on a narrow terminal it stays on its line', () => {
  const terminal = screen(true, 20);
  createProgressBar(terminal, 'embedding').show(1, 2);
  expect(terminal.written).toEqual(['\r\u001b[Kembedding [#######…']);
});

test('a pipe gets nothing', () => {
  const pipe = screen(false);
  const bar = createProgressBar(pipe, 'embedding');
  bar.show(1, 2);
  bar.end();
  expect(pipe.written).toEqual([]);
});

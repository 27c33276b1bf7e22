import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createTerminal } from '../testing/terminal-emulator.ts';
import type { Piece } from './piece.ts';
import { TerminalScreen } from './terminal-screen.ts';

test('text streams above the typed line, which stays unchanged', async () => {
  const { terminal, text } = open();
  text('Hello ');
  terminal.type('my next');
  await settled();
  text('world, ');
  expect(terminal.rows()).toEqual(['Hello world,', '> my next']);
  terminal.type(' question');
  await settled();
  text('how are you all?');
  expect(terminal.rows()).toEqual(['Hello world, how are', ' you all?', '> my next question']);
  expect(terminal.cursor()).toEqual({ row: 2, column: 18 });
});

test('the cursor stays where it was in the typed line', async () => {
  const { terminal, text } = open();
  terminal.type('abc\u001b[D\u001b[D');
  await settled();
  text('Hi');
  expect(terminal.rows()).toEqual(['Hi', '> abc']);
  expect(terminal.cursor()).toEqual({ row: 1, column: 3 });
  terminal.type('X');
  await settled();
  text('!');
  expect(terminal.rows()).toEqual(['Hi!', '> aXbc']);
});

test('a typed line over several rows is kept, with the cursor in any of them', async () => {
  const { terminal, text } = open(10);
  terminal.type('0123456789abcdefghijk');
  await settled();
  text('Hi');
  expect(terminal.rows()).toEqual(['Hi', '> 01234567', '89abcdefgh', 'ijk']);
  terminal.type('\u001b[H');
  await settled();
  text(' there');
  expect(terminal.rows()).toEqual(['Hi there', '> 01234567', '89abcdefgh', 'ijk']);
  expect(terminal.cursor()).toEqual({ row: 1, column: 2 });
});

test('a long pasted line can be edited: it is redrawn from its first row', async () => {
  const { terminal } = open(10);
  terminal.type('\u001b[200~0123456789abcdefghijk\u001b[201~');
  await settled();
  terminal.type('\u001b[H');
  await settled();
  terminal.type('X');
  await settled();
  expect(terminal.rows()).toEqual(['> X0123456', '789abcdefg', 'hijk']);
});

test('a long line that arrived at once can be edited, also with a longer prompt', async () => {
  const { terminal, screen } = open(10);
  terminal.type('0123456789abcdefghijk');
  await settled();
  terminal.type('\u001b[H');
  await settled();
  terminal.type('X');
  await settled();
  expect(terminal.rows()).toEqual(['> X0123456', '789abcdefg', 'hijk']);
  terminal.type('\u001b[F');
  await settled();
  screen.setPrompt('(offline) > ');
  terminal.type('\u001b[H');
  await settled();
  expect(terminal.rows()).toEqual(['(offline)', '> X0123456', '789abcdefg', 'hijk']);
});

test('a typed line that fills its row exactly is kept', async () => {
  const { terminal, text } = open(10);
  terminal.type('01234567');
  await settled();
  text('Hi');
  text('!');
  expect(terminal.rows().filter((row) => row !== '')).toEqual(['Hi!', '> 01234567']);
  terminal.type('8');
  await settled();
  text('?');
  expect(terminal.rows()).toEqual(['Hi!?', '> 01234567', '8']);
});

test('text that fills rows exactly continues without a gap, piece by piece', () => {
  const { terminal, text } = open(10);
  for (const character of 'abcdefghijklmnopqrstuvwxyz') text(character);
  expect(terminal.rows()).toEqual(['abcdefghij', 'klmnopqrst', 'uvwxyz', '>']);
});

const letters = (...unit: string[]) =>
  fc.string({ unit: fc.constantFrom(...unit), minLength: 1, maxLength: 12 });
const withoutEnd = (rows: string[]) => rows.join('\n').trimEnd();

test('the screen shows everything that streams and is typed, in whatever order', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('text'), text: letters('a', 'b', ' ', '\n') }),
    fc.record({ kind: fc.constant('type'), text: letters('x', 'y') }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const { terminal, text, screen } = open(10);
      for (const { kind, text: letter } of steps) {
        if (kind === 'text') text(letter);
        else for (const key of letter.split('')) terminal.type(key);
        await new Promise(setImmediate);
      }
      const all = (wanted: string) => steps.map((one) => (one.kind === wanted ? one.text : '')).join('');
      const plain = createTerminal(10);
      plain.output.write(`${all('text')}${/(^|\n)$/.test(all('text')) ? '' : '\n'}> ${all('type')}`);
      await new Promise(setImmediate);
      expect(withoutEnd(terminal.rows())).toBe(withoutEnd(plain.rows()));
      screen.close();
    }),
    { numRuns: 300 },
  );
});

test('lines of other kinds begin and end separately', () => {
  const { terminal, screen } = open(40);
  const pieces: Piece[] = [
    { kind: 'note', text: 'connected' },
    { kind: 'user', text: 'hello\nyou' },
    { kind: 'text', text: 'Hi' },
    { kind: 'note', text: '→ recall {}' },
    { kind: 'thinking', text: 'hm' },
    { kind: 'thinking', text: 'm' },
    { kind: 'text', text: 'So' },
    { kind: 'end' },
    { kind: 'error', text: 'broken' },
  ];
  const rows = ['connected', '', '> hello', '. you', 'Hi', '→ recall {}', 'hmm', 'So', 'broken', '>'];
  screen.show(pieces);
  expect(terminal.rows()).toEqual(rows);
  const oneByOne = open(40);
  for (const piece of pieces) oneByOne.screen.show([piece]);
  expect(oneByOne.terminal.rows()).toEqual(rows);
});

test('an entered line leaves the screen, and its handler shows it in its place', async () => {
  const { terminal, text, messages } = open();
  text('Hello ');
  terminal.type('next question, over two rows\r');
  await settled();
  expect(messages).toEqual(['next question, over two rows']);
  text('world');
  expect(terminal.rows()).toEqual(['Hello world', '>']);
});

test('an empty line is no message', async () => {
  const { terminal, messages } = open();
  terminal.type('\r  \r');
  await settled();
  expect(messages).toEqual([]);
  expect(terminal.rows()).toEqual(['>']);
});

test('a paste of several lines is one message, sent by the enter key', async () => {
  const { terminal, text, messages } = open();
  terminal.type('see: \u001b[200~one\r\ttwo\rthree\u001b[201~');
  await settled();
  expect(messages).toEqual([]);
  text('Hi');
  expect(terminal.rows()).toEqual(['Hi', '> see: one', '.       two', '. three']);
  terminal.type('!\r');
  await settled();
  expect(messages).toEqual(['see: one\n\ttwo\nthree!']);
  expect(terminal.rows()).toEqual(['Hi', '>']);
});

test('a backslash at the end continues on the next line; two are a backslash', async () => {
  const { terminal, messages } = open();
  terminal.type('one\\\rtwo\rC:\\\\\r');
  await settled();
  expect(messages).toEqual(['one\ntwo', 'C:\\\\']);
});

test('the prompt changes without changing what is typed', async () => {
  const { terminal, screen } = open();
  terminal.type('abc');
  await settled();
  screen.setPrompt('(offline) > ');
  expect(terminal.rows()).toEqual(['(offline) > abc']);
  terminal.type('d');
  await settled();
  expect(terminal.rows()).toEqual(['(offline) > abcd']);
});

test('Ctrl-C drops what is typed if requested', async () => {
  const { terminal, text, messages, events } = open();
  terminal.type('one\\\rtwo\u001b[D\u0003');
  await settled();
  text('Hi');
  expect(terminal.rows()).toEqual(['Hi', '>']);
  terminal.type('\u0003three\r');
  await settled();
  expect(messages).toEqual(['three']);
  expect(events).toEqual(['interrupt with text', 'interrupt']);
});

test('Ctrl-D ends the input on an empty line, but not within a line', async () => {
  const { terminal, events } = open();
  terminal.type('a\u0004');
  await settled();
  expect(events).toEqual([]);
  terminal.type('\u007f\u0004');
  await settled();
  expect(events).toEqual(['end']);
});

test('after a change of width the text continues on a line of its own', () => {
  const { terminal, text } = open();
  text('Hello ');
  terminal.output.emit('resize');
  text('world');
  expect(terminal.rows()).toEqual(['Hello', 'world', '>']);
});

test('closing removes the typed line and ends bracketed paste mode', async () => {
  const { terminal, screen, text, events } = open();
  const written: string[] = [];
  terminal.output.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  text('Hello');
  terminal.type('abc');
  await settled();
  screen.close();
  screen.close();
  text('too late');
  await settled();
  expect(terminal.rows()).toEqual(['Hello', '']);
  expect(written.join('')).toContain('\u001b[?2004l');
  expect(events).toEqual([]);
});

test('while another program has the terminal nothing is written, and what was shown meanwhile comes after it', async () => {
  const { terminal, screen, text } = open();
  const modes: boolean[] = [];
  Object.assign(terminal.input, { isRaw: true, setRawMode: (isRaw: boolean) => modes.push(isRaw) });
  terminal.type('abc');
  await settled();
  const ended = Promise.withResolvers<string>();
  const left = screen.leave(() => ended.promise);
  expect(modes).toEqual([false]);
  expect(terminal.rows()).toEqual(['']);
  screen.show([{ kind: 'note', text: 'first' }]);
  text('then');
  screen.setPrompt('? ');
  expect(terminal.rows()).toEqual(['']);
  ended.resolve('written');
  expect(await left).toBe('written');
  expect(modes).toEqual([false, true]);
  expect(terminal.rows()).toEqual(['first', 'then', '? abc']);
});

test('a list shows as many lines as fit the eye, cut to the width, and gives the one that was meant', async () => {
  const { terminal, screen } = open();
  const picked = screen.pick(Array.from({ length: 12 }, (_, index) => `${index} a line that is too long`));
  expect(terminal.rows()).toHaveLength(10);
  expect(terminal.rows()[0]).toBe('› 0 a line that is …');
  expect(terminal.rows().at(-2)).toBe('  … 4 more');
  for (let tabs = 0; tabs < 9; tabs += 1) {
    terminal.type('\t');
    await settled();
  }
  expect(terminal.rows().slice(-3, -1)).toEqual(['› 9 a line that is …', '  … 2 more']);
  terminal.type('11');
  await settled();
  expect(terminal.rows()).toEqual(['› 11 a line that is…', 'which? 11']);
  terminal.type('\r');
  expect(await picked).toBe(11);
  expect(terminal.rows()).toEqual(['>']);
});

function open(columns = 20) {
  const terminal = createTerminal(columns);
  const messages: string[] = [];
  const events: string[] = [];
  const screen = new TerminalScreen(
    { ...terminal, paint: (_format, text) => text },
    {
      onMessage: (text) => messages.push(text),
      onInterrupt(typed) {
        events.push(typed ? 'interrupt with text' : 'interrupt');
        return typed;
      },
      onEnd: () => events.push('end'),
    },
  );
  onTestFinished(() => screen.close());
  return {
    terminal,
    screen,
    messages,
    events,
    text: (text: string) => screen.show([{ kind: 'text', text }]),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 10));

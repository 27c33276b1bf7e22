import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { showPreview } from './show-preview.ts';

it.each([
  ['the text direction', 'rm \u202etxt.exe', 'rm ⟨U+202E⟩txt.exe'],
  ['what moves the cursor', 'rm -rf ~\r\u001b[2Kls\b', 'rm -rf ~⟨U+000D⟩⟨U+001B⟩[2Kls⟨U+0008⟩'],
  [
    'what has no width',
    'a\u200bb\u00ad\ufeff\u3164\ufe0f\u{e0041}',
    'a⟨U+200B⟩b⟨U+00AD⟩⟨U+FEFF⟩⟨U+3164⟩⟨U+FE0F⟩⟨U+E0041⟩',
  ],
  ['other spaces and line ends', 'rm\u00a0a\u2028b\u2003c', 'rm⟨U+00A0⟩a⟨U+2028⟩b⟨U+2003⟩c'],
  ['half a character', 'a\ud83d', 'a⟨U+D83D⟩'],
])('shows %s', (_, text, shown) => {
  expect(showPreview(text)).toBe(shown);
});

it('leaves readable text as it is, in any language, with its line ends and tabs', () => {
  const text = '$ for f in *; do\n\techo "ประเทศไทย עברית 😀 é"\ndone';
  expect(showPreview(text)).toBe(text);
});

it('shows a command of any allowed length whole, and of a longer text the beginning and the end, saying how much is cut', () => {
  const command = `echo ${'\u202e'.repeat(9_980)} rm -rf /`;
  expect(showPreview(command)).toMatch(/^echo (⟨U\+202E⟩){9980} rm -rf \/$/);
  const long = showPreview(`begin${'x'.repeat(300_000)}end`);
  expect(long).toMatch(/^beginx+\n\[… 200008 characters in the middle are not shown; [^\n]+\]\nx+end$/);
  expect(long.length).toBeLessThan(100_200);
});

it('never shows two different short texts alike, unless they contain its own marks', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 }).filter((one) => !one.includes('⟨'));
  fc.assert(
    fc.property(text, text, (one, other) => one === other || showPreview(one) !== showPreview(other)),
  );
});

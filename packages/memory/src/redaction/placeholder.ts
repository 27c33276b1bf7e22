const placeholder = new RegExp(
  [
    // references to a value elsewhere
    String.raw`\$[A-Za-z_{(]`,
    String.raw`\{`,
    '<',
    '%[A-Z_]+%',
    // masks
    String.raw`[*x•.…_#-]+$`,
    String.raw`.{0,80}(?:\.{3}|…|\*{3}|x{6})`,
    // words from examples
    String.raw`(?:your|my|some|the|an?|new|old|current|user|example|sample|dummy|fake|placeholder|change)[-_]?(?:\w*[-_])?(?:password|passwd|pass|secret|token|key|me|here|value)`,
    String.raw`(?:password|passwd|pass|pwd|secret|token|key|null|none|nil|true|false|undefined|string|example|test)$`,
  ].join('|'),
  'iy',
);

/** Whether a value only stands for a secret: a reference, a mask, or a word from an example. */
export function isPlaceholder(value: string): boolean {
  placeholder.lastIndex = 0;
  return placeholder.test(value);
}

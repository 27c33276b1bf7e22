import { parseJson } from '../text/read-json.ts';

/** Returns every text in a call's arguments with its key, outer ones first. Broken JSON is one text without a key. */
export function callArguments(text: string): { key: string; value: string }[] {
  const texts: { key: string; value: string }[] = [];
  const nodes: { key: string; node: unknown }[] = [{ key: '', node: parseJson(text) ?? text }];
  // the list grows during iteration, so no depth of nesting overflows the stack
  for (const { key, node } of nodes) {
    if (typeof node === 'string') texts.push({ key, value: node });
    else if (Array.isArray(node)) for (const one of node) nodes.push({ key, node: one });
    else if (typeof node === 'object' && node !== null) {
      for (const [name, one] of Object.entries(node)) nodes.push({ key: name, node: one });
    }
  }
  return texts;
}

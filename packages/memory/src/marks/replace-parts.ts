import type { TextPart } from '../types.ts';

/** Sorts parts and merges those that touch or overlap. */
export function joinParts(parts: TextPart[]): TextPart[] {
  const all: TextPart[] = [];
  for (const { from, to } of parts.toSorted((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** Replaces each part of a text by a placeholder. */
export function replaceParts(text: string, parts: TextPart[], placeholder: string): string {
  const cut = joinParts(parts);
  const kept = [...cut, { from: text.length, to: text.length }].map(({ from }, index) =>
    text.slice(cut[index - 1]?.to ?? 0, from),
  );
  return kept.join(placeholder);
}

/** Maps a part of the original text to the text that `replaceParts` returns. */
export function movePart({ from, to }: TextPart, parts: TextPart[], placeholder: string): TextPart {
  const cut = joinParts(parts);
  const place = (at: number): number =>
    cut.reduce((moved, part) => {
      if (at >= part.to) return moved - (part.to - part.from) + placeholder.length;
      return at > part.from ? moved - (at - part.from) : moved;
    }, at);
  return { from: place(from), to: place(to) };
}

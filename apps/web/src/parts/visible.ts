/** Control characters except newline and tab, and characters that change the text direction. */
// oxlint-disable-next-line no-control-regex
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** A text whose characters that would reorder it, or cannot be seen, are named, such as ⟨U+202E⟩. */
export const visible = (text: string): string => text.replaceAll(steering, nameOf);

const nameOf = (character: string): string =>
  `⟨U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

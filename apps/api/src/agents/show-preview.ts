/** The most characters of a preview. */
const longestPreview = 100_000;

/** Characters that are invisible or look like a space: control and format characters (such as text direction), fillers, separators. */
const unseen = /(?![\n\t ])[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Makes every character of a preview visible, so that the user approves exactly what runs. Cuts only the middle of a very long preview, with a
 * note that says how much is missing.
 */
export function showPreview(preview: string): string {
  const shown = preview.replaceAll(unseen, nameOf);
  if (shown.length <= longestPreview) return shown;
  const half = longestPreview / 2;
  const cut = `[… ${shown.length - longestPreview} characters in the middle are not shown; the arguments of the call hold all of it …]`;
  return `${shown.slice(0, half).toWellFormed()}\n${cut}\n${shown.slice(-half).toWellFormed()}`;
}

const nameOf = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

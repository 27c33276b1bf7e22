import { joinLines, type Line } from './join-lines.ts';

/** Lines at the upper and at the lower edge of a page that may repeat on others. */
const edge = 2;
/** A repetition on fewer pages may be a heading. */
const fewestPages = 3;

/**
 * Joins the pages of a document, each below a line with its number, from which passages know their page; one page
 * alone has none. Leaves out what most pages repeat at an edge: running titles and the numbers of pages.
 */
export function joinPages(pages: Line[][]): string {
  const repeated = repeatedLines(pages);
  const texts = pages.map((lines) => joinLines(lines.filter((line) => !repeated.has(line))));
  if (pages.length === 1 || texts.every((text) => text === '')) return texts.join('');
  return texts.flatMap((text, index) => (text === '' ? [] : [`[page ${index + 1}]\n\n${text}`])).join('\n\n');
}

function repeatedLines(pages: Line[][]): Set<Line> {
  const edges = pages.flatMap((lines, index) => {
    const sorted = lines.toSorted((one, other) => other.y - one.y);
    // of a short page, no line is at both edges
    const most = Math.min(edge, Math.floor(sorted.length / 2));
    const places = sorted.map((line, place) => ({
      line,
      fromTop: place,
      fromBottom: sorted.length - 1 - place,
    }));
    return places.flatMap(({ line, fromTop, fromBottom }) => {
      const side = fromTop < most ? 'top' : fromBottom < most ? 'bottom' : null;
      return side === null
        ? []
        : keysOf(line.text.trim(), index).map((key) => ({ line, key: `${side} ${key}` }));
    });
  });
  const least = Math.max(fewestPages, pages.length / 2);
  const same = [...Map.groupBy(edges, ({ key }) => key).values()].filter(({ length }) => length >= least);
  return new Set(same.flatMap((lines) => lines.map(({ line }) => line)));
}

/** Returns what a line is the same by: its words, and those with the number of the page as the first or the last number. */
function keysOf(text: string, page: number): string[] {
  const words = text.match(/\p{L}+/gu) ?? [];
  // "Question 1" and "Question 2" may be all that two pages say
  const isNumbered = words.length !== 1 || pageWord.test(words[0] ?? '');
  const relative = (number: string): string => `#${Number(number) - page}`;
  const numbered = [text.replace(/\d+/, relative), text.replace(/\d+(?=\D*$)/, relative)];
  return [...new Set([text, ...(isNumbered ? numbered : [])])];
}

const pageWord = /^(?:pages?|p|pg|seite|s|página|pagina|strona|sida|side|sivu|стр|หน้า)$/iu;

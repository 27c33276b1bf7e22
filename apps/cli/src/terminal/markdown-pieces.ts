import { renderFinished, renderMarkdown, type Page } from './markdown.ts';
import type { Piece } from './piece.ts';

/**
 * Renders streamed replies as Markdown. A complete block is final; an incomplete one is a draft, which is redrawn with the next
 * pieces. `page` is called each time, because the width of a terminal may change.
 */
export function createMarkdownPieces(page: () => Page): (pieces: Piece[]) => Piece[] {
  let source = '';

  function take(piece: Piece): Piece[] {
    switch (piece.kind) {
      case 'text': {
        const { finished, rest } = renderFinished(source + piece.text, page());
        source = rest;
        return finished === '' ? [] : [{ kind: 'text', text: finished }];
      }
      case 'end':
      case 'discard': {
        const text = renderMarkdown(source, page()).trimEnd();
        source = '';
        return [...(text === '' ? [] : [{ kind: 'text', text } as const]), piece];
      }
      default:
        return [piece];
    }
  }

  return (pieces) => {
    const shown = pieces.flatMap(take);
    const draft = renderMarkdown(source, page()).trimEnd();
    return [...shown, ...(draft === '' ? [] : [{ kind: 'draft', text: draft } as const])];
  };
}

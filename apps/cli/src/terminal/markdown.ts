import { lexer, type MarkedToken, type Token } from 'marked';
import stringWidth from 'string-width';
import type { Style } from './style.ts';

/** The result of rendering a text that is still growing. */
export type Blocks = {
  /** Blocks that no later text can change. */
  finished: string;
  /** The source of the last block. */
  rest: string;
};

/** How text is laid out: where it is wrapped, and how it is coloured. */
export type Page = Pick<Style, 'width' | 'paint' | 'wrap'>;

/** Renders the complete blocks of a Markdown text that is still growing. */
export function renderFinished(source: string, page: Page): Blocks {
  // the type of an unfinished line is not known yet
  const end = source.lastIndexOf('\n') + 1;
  const tokens = lexer(source.slice(0, end));
  const last = tokens.pop()?.raw ?? '';
  return { finished: renderBlocks(tokens, page), rest: last + source.slice(end) };
}

/** Renders a Markdown text for a terminal; each block ends with a line break. */
export const renderMarkdown = (source: string, page: Page): string => renderBlocks(lexer(source), page);

// without extensions, marked makes no other tokens
const isKnown = (token: Token): token is MarkedToken => token.type !== '';

const renderBlocks = (tokens: Token[], page: Page): string =>
  tokens
    .filter(isKnown)
    .map((token) => {
      if (token.type === 'space') return '\n';
      const isApart = /\n\s*\n$/.test(token.raw);
      return `${renderBlock(token, page)}\n${isApart ? '\n' : ''}`;
    })
    .join('');

function renderBlock(token: MarkedToken, page: Page): string {
  switch (token.type) {
    case 'heading':
      return page.wrap(page.paint('bold', inline(token.tokens, page)), 0);
    case 'paragraph':
      return page.wrap(inline(token.tokens, page), 0);
    case 'text':
      return page.wrap(token.tokens ? inline(token.tokens, page) : token.text, 0);
    case 'code':
      return indent(page.paint('cyan', token.text), '  ');
    case 'blockquote':
      return indent(renderBlocks(token.tokens, narrower(page, 2)).trimEnd(), page.paint('dim', '│ '));
    case 'hr':
      return page.paint('dim', '─'.repeat(Math.min(page.width, 40)));
    case 'list':
      return token.items
        .map((item, index) => {
          const sign = token.ordered ? `${(token.start || 1) + index}. ` : '• ';
          const tokens = item.tokens.filter(({ type }) => type !== 'checkbox');
          const text = renderBlocks(tokens, narrower(page, sign.length)).trimEnd();
          const box = item.task ? (item.checked ? '[x] ' : '[ ] ') : '';
          return sign + indent(box + text, ' '.repeat(sign.length)).trimStart();
        })
        .join('\n');
    case 'table': {
      const rows = [token.header, ...token.rows].map((cells) =>
        cells.map((cell) => inline(cell.tokens, page)),
      );
      const widths = token.header.map((_, column) =>
        Math.max(...rows.map((cells) => stringWidth(cells[column] ?? ''))),
      );
      const lines = rows.map((cells) =>
        cells
          .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - stringWidth(cell)))
          .join('  ')
          .trimEnd(),
      );
      return [page.paint('bold', lines[0] ?? ''), ...lines.slice(1)].join('\n');
    }
    default:
      return page.wrap(token.raw.trimEnd(), 0);
  }
}

function inline(tokens: Token[], page: Page): string {
  return tokens
    .filter(isKnown)
    .map((token): string => {
      switch (token.type) {
        case 'strong':
          return page.paint('bold', inline(token.tokens, page));
        case 'em':
          return page.paint('italic', inline(token.tokens, page));
        case 'codespan':
          return page.paint('cyan', token.text);
        case 'del':
          return page.paint('strikethrough', inline(token.tokens, page));
        case 'link': {
          const text = inline(token.tokens, page);
          return token.text === token.href ? text : `${text} (${token.href})`;
        }
        case 'image':
          return `${token.text} (${token.href})`;
        case 'br':
          return '\n';
        case 'text':
          return token.tokens ? inline(token.tokens, page) : token.text;
        case 'escape':
          return token.text;
        default:
          return token.raw;
      }
    })
    .join('');
}

const narrower = (page: Page, columns: number): Page => ({
  ...page,
  width: page.width - columns,
  wrap: (text, first) => page.wrap(text, first + columns).replaceAll(`\n${' '.repeat(columns)}`, '\n'),
});

const indent = (text: string, by: string): string =>
  text
    .split('\n')
    .map((line) => by + line)
    .join('\n');

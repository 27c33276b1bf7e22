import { isValidElement, lazy, memo, Suspense, useDeferredValue, useRef, type ReactNode } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { Copy } from '../parts/copy.tsx';

/** A link into the web opens in a tab of its own. Another one would leave the page for nothing: it is text. */
const Away = ({ href, children }: { href: string | undefined; children: ReactNode }): ReactNode =>
  /^(?:https?|mailto):/i.test(href ?? '') ? (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ) : (
    children
  );

/** Code as it is, where its colours cannot be loaded: the server is away, or has another build by now. */
const Plain = ({ text }: { language: string; text: string }): ReactNode => text;

const CodeColours = lazy(() =>
  import('./code-colours.tsx').then(
    (module) => ({ default: module.CodeColours }),
    () => ({ default: Plain }),
  ),
);

/** Characters of code above which it is shown in one colour, because it is coloured anew with each part that streams. */
const longestColoured = 20_000;

/** Code in the colours of its language, which it names. It scrolls by keyboard and can be copied. */
function Code({ children }: { children: ReactNode }): ReactNode {
  const place = useRef<HTMLPreElement>(null);
  const { language, text } = readCode(children);
  const isColoured = language !== null && text.length <= longestColoured;
  return (
    <div className="code">
      {language !== null && <span className="language">{language}</span>}
      <pre ref={place} tabIndex={0} role="region" aria-label="Code" dir="ltr">
        {isColoured ? (
          <code>
            <Suspense fallback={text}>
              <CodeColours {...{ language, text }} />
            </Suspense>
          </code>
        ) : (
          children
        )}
      </pre>
      <Copy what="the code" text={() => place.current?.textContent ?? ''} />
    </div>
  );
}

/** What a block of Markdown's code holds, and the language that it says. */
function readCode(element: ReactNode): { language: string | null; text: string } {
  if (!isValidElement<{ className?: string; children?: ReactNode }>(element))
    return { language: null, text: '' };
  const { className = '', children } = element.props;
  return {
    language: /(?:^| )language-(\S+)/u.exec(className)?.[1] ?? null,
    text: typeof children === 'string' ? children : '',
  };
}

type Place = { start: { offset?: number | undefined }; end: { offset?: number | undefined } };

/** Whether a mail address was written in brackets, "Anna <a@b.c>": they are part of the text, unlike those around a link into the web. */
const isBracketedAddress = (href: string | undefined, shown: ReactNode, place: Place | undefined): boolean =>
  typeof shown === 'string' &&
  (href ?? '').startsWith('mailto:') &&
  (place?.end.offset ?? 0) - (place?.start.offset ?? 0) === shown.length + 2;

/** Headings have one level, below the page's. Pictures are links, because the page loads nothing from outside. Wide tables scroll by keyboard. */
const components: Components = {
  h1: ({ children }) => <h2 className="title">{children}</h2>,
  ...{ h3: 'h2', h4: 'h2', h5: 'h2', h6: 'h2' },
  a: ({ href, children, node }) => {
    const link = <Away href={href}>{children}</Away>;
    return isBracketedAddress(href, children, node?.position) ? <>&lt;{link}&gt;</> : link;
  },
  img: ({ src, alt }) => <Away href={typeof src === 'string' ? src : undefined}>{alt || 'picture'}</Away>,
  input: ({ checked }) => (
    <span role="img" aria-label={checked ? 'done' : 'to do'}>
      {checked ? '☑' : '☐'}
    </span>
  ),
  pre: ({ children }) => <Code>{children}</Code>,
  table: ({ children }) => (
    <div className="wide" tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
};

type Plugin = NonNullable<Options['remarkPlugins']>[number];

/** Has the parser know no HTML, so that `Map<string>`, `<Button>` and `<script>` are text like any other. */
const withoutHtml: Plugin = function withoutHtml(this: { data(): object }) {
  const data: { micromarkExtensions?: unknown[] } = this.data();
  (data.micromarkExtensions ??= []).push({ disable: { null: ['htmlFlow', 'htmlText'] } });
};

/** Characters above which a text is shown unformatted: laying it out would block the page for a second. */
const longest = 100_000;

/** Markdown as elements. HTML in it is shown as text. */
export const Markdown = memo(function Markdown({ text }: { text: string }): ReactNode {
  // a text that streams is laid out when there is time, not for each piece
  const shown = useDeferredValue(text);
  if (shown.length > longest) {
    return (
      <>
        <p className="hint">This text is too long to be formatted, so it is shown as it was written.</p>
        <p className="plain" dir="auto">
          {shown}
        </p>
      </>
    );
  }
  return (
    <div className="markdown" dir="auto">
      <ReactMarkdown
        remarkPlugins={[remarkGfm, withoutHtml]}
        rehypePlugins={[rehypeSanitize]}
        components={components}
      >
        {shown}
      </ReactMarkdown>
    </div>
  );
});

import { memo, useDeferredValue, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

/** Headings are all of one level below the page's. Links leave the page in a tab of their own, pictures are links (nothing is loaded from outside), wide things scroll by keyboard, too. */
const components: Components = {
  ...{ h1: 'h2', h3: 'h2', h4: 'h2', h5: 'h2', h6: 'h2' },
  a: ({ href, children }) => (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  ),
  img: ({ src, alt }) => (
    <a href={typeof src === 'string' ? src : undefined} target="_blank" rel="noopener noreferrer nofollow">
      {alt || 'picture'}
    </a>
  ),
  pre: ({ children }) => (
    <pre tabIndex={0} role="region" aria-label="Code" dir="ltr">
      {children}
    </pre>
  ),
  table: ({ children }) => (
    <div className="wide" tabIndex={0} role="region" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
};

/** Markdown as elements; markup in it is text, and what could run is left out. */
export const Markdown = memo(function Markdown({ text }: { text: string }): ReactNode {
  // what streams is laid out when there is time, not for every piece
  const shown = useDeferredValue(text);
  return (
    <div className="markdown" dir="auto">
      <ReactMarkdown remarkPlugins={[remarkGfm]} rehypePlugins={[rehypeSanitize]} components={components}>
        {shown}
      </ReactMarkdown>
    </div>
  );
});

import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { readDocument } from '../read-document.ts';
import { readHtml } from './read-html.ts';

const sentence =
  'The staging database listens on port 6543, and its server, which stands in Bangkok, answers slowly. ';

it('reads the article of a page, and leaves out what surrounds it', () => {
  const { text, title } = readHtml(around('<h2>More</h2><p>See <a href="/x">there</a>.'));
  expect(title).toBe('Ports & hosts');
  expect(text).toContain('## Where it listens');
  expect(text).toContain('## More\n\nSee [there](/x).');
  for (const part of ['Home', 'Imprint', 'script']) expect(text).not.toContain(part);
});

it('keeps tables, lists and code', () => {
  const { text } = readHtml(
    around(`<table><tr><th>name<th>port<tr><td>a|b<td>1</table>
      <ul><li>one<li>two</ul><pre><code class="language-js">if (a) {\n\n  b();\n}</code></pre>`),
  );
  expect(text).toContain('| name | port |\n| --- | --- |\n| a\\|b | 1   |');
  expect(text).toContain('-   one\n-   two');
  expect(text).toContain('```js\nif (a) {\n\n  b();\n}\n```');
});

it('puts the title above the text', async () => {
  const { text, title } = await readDocument({
    bytes: Buffer.from(around('')),
    path: '',
    mediaType: undefined,
  });
  expect(title).toBe('Ports & hosts');
  expect(text).toMatch(/^# Ports & hosts\n\n## Where/);
});

it.each([
  ['no title', '', 'Where it listens'],
  ['an empty title', '<title> </title>', 'Where it listens'],
  ['a title that says nothing', '<title>Untitled Document</title>', 'Where it listens'],
])('takes the first heading of a page with %s', async (_, head, title) => {
  const html = around('').replace(/<title>.*<\/title>/u, head);
  const read = await readDocument({ bytes: Buffer.from(html), path: 'a.html', mediaType: undefined });
  expect(read.title).toBe(title);
  expect(read.text).toMatch(new RegExp(`^# ${title}\n\nThe staging`, 'u'));
});

it('reads all of a page that has no article', () => {
  expect(readHtml('<p hidden>Hello</p><style>p {}</style>').text).toBe('Hello');
});

it('fetches nothing that a page refers to', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  const at = `http://127.0.0.1:${address.port}/`;
  readHtml(
    around(
      `<img src="${at}a"><script src="${at}b"></script><link rel="stylesheet" href="${at}c"><iframe src="${at}d"></iframe>`,
    ),
  );
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(requests).toBe(0);
});

function around(article: string): string {
  return `<!doctype html><title>Ports &amp; hosts</title><nav><ul><li><a href="/">Home</a><li><a href="/all">All pages</a></ul></nav>
   <article><h1>Where it listens</h1>${`<p>${sentence.repeat(4)}`.repeat(4)}${article}</article>
   <footer>Imprint</footer><script>document.write('written by a script')</script>`;
}

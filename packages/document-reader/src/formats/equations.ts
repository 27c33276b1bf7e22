type Node = { name: string; attributes: string; children: (Node | string)[] };

// up to the next beginning only: otherwise one that does not end would be searched to the end of the document
const equation = /<([\w-]+:)?oMath(?:\s[^>]*)?>(?:(?!<[\w-]*:?oMath[\s>])[^])*?<\/\1oMath>/g;
const paragraph = /<\/?(?:[\w-]+:)?oMathPara(?:\s[^>]*)?>/g;
const token = /<(\/?)(?:[\w-]+:)?([\w-]+)([^>]*?)(\/?)>|([^<]+)/g;

/** Whether the XML of a Word document has equations. */
export const hasEquations = (xml: string): boolean => xml.includes(':oMath') || xml.includes('<oMath');

/** Replaces the equations in the XML of a Word document by runs of this style, written in a line: "x=(-b±√(b^2-4ac))/2a". */
export const writeEquations = (xml: string, style: string): string =>
  xml.replaceAll(paragraph, '').replaceAll(equation, (written) => {
    const line = linear(parse(written)).replaceAll(/\s+/g, ' ').trim();
    return line === ''
      ? ''
      : `<w:r><w:rPr><w:rStyle w:val="${style}"/></w:rPr><w:t xml:space="preserve">${line}</w:t></w:r>`;
  });

/** Texts and attributes stay escaped. */
function parse(xml: string): Node {
  const root: Node = { name: '', attributes: '', children: [] };
  const open: Node[] = [root];
  for (const [, isEnd, name = '', attributes = '', isEmpty, text] of xml.matchAll(token)) {
    const parent = open.at(-1) ?? root;
    if (text !== undefined) parent.children.push(text);
    else if (isEnd) {
      if (open.length > 1) open.pop();
    } else {
      const node: Node = { name, attributes, children: [] };
      parent.children.push(node);
      if (!isEmpty) open.push(node);
    }
  }
  return root;
}

function linear(node: Node | string): string {
  if (typeof node === 'string') return '';
  const part = (name: string): string => childrenOf(node, name).map(linear).join('');
  switch (node.name) {
    case 't':
      return node.children.filter((child) => typeof child === 'string').join('');
    case 'f':
      return `${grouped(part('num'))}/${grouped(part('den'))}`;
    case 'sSup':
      return part('e') + raised(part('sup'));
    case 'sSub':
      return part('e') + lowered(part('sub'));
    case 'sSubSup':
      return part('e') + lowered(part('sub')) + raised(part('sup'));
    case 'sPre':
      return lowered(part('sub')) + raised(part('sup')) + part('e');
    case 'rad': {
      const degree = part('deg');
      return `${degree === '' ? '' : `(${degree})`}√${grouped(part('e'))}`;
    }
    case 'nary':
      return `${property(node, 'chr') ?? '∫'}${lowered(part('sub'))}${raised(part('sup'))} ${part('e')}`;
    case 'd': {
      const separator = property(node, 'sepChr') ?? '|';
      const parts = childrenOf(node, 'e').map(linear).join(separator);
      return `${property(node, 'begChr') ?? '('}${parts}${property(node, 'endChr') ?? ')'}`;
    }
    case 'func': {
      const argument = part('e');
      return part('fName') + (/^[([{|]/.test(argument) ? '' : ' ') + argument;
    }
    case 'limLow':
      return part('e') + lowered(part('lim'));
    case 'limUpp':
      return part('e') + raised(part('lim'));
    case 'acc':
      return part('e') + (property(node, 'chr') ?? '\u0302');
    case 'm':
      return `[${childrenOf(node, 'mr')
        .map((row) => childrenOf(row, 'e').map(linear).join(', '))
        .join('; ')}]`;
    case 'eqArr':
      return childrenOf(node, 'e').map(linear).join('; ');
    default:
      return node.children.map(linear).join('');
  }
}

const childrenOf = (node: Node, name: string): Node[] =>
  node.children.filter((child) => typeof child !== 'string').filter((child) => child.name === name);

/** Returns the value of a property of an element: of `chr` in `naryPr`. */
function property(node: Node, name: string): string | null {
  const properties = node.children
    .filter((child) => typeof child !== 'string')
    .find((child) => child.name === `${node.name}Pr`);
  const found = properties === undefined ? undefined : childrenOf(properties, name)[0];
  return found === undefined ? null : (/val="([^"]*)"/.exec(found.attributes)?.[1] ?? '');
}

const isSingle = (text: string): boolean => /^(?:[\p{L}\p{M}]|\d+(?:[.,]\d+)?|&\w+;)?$/u.test(text);
const grouped = (text: string): string => (isSingle(text) ? text : `(${text})`);
const raised = (text: string): string => (text === '' ? '' : `^${grouped(text)}`);
const lowered = (text: string): string => (text === '' ? '' : `_${grouped(text)}`);

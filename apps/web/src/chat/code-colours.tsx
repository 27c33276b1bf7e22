import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { common, createLowlight } from 'lowlight';
import { memo, type ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

const lowlight = createLowlight(common);

/** Code with its syntax in classes; as it is if the language is not known here. */
export const CodeColours = memo(function CodeColours({
  language,
  text,
}: {
  language: string;
  text: string;
}): ReactNode {
  return lowlight.registered(language)
    ? toJsxRuntime(lowlight.highlight(language, text), { Fragment, jsx, jsxs })
    : text;
});

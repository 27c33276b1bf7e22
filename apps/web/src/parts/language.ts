const { lang } = document.documentElement;

/** For dates and numbers: the page's language, in the user's variety of it (`en-GB`). The browser's own language would stand in English sentences. */
export const language = navigator.languages.find((one) => one === lang || one.startsWith(`${lang}-`)) ?? lang;

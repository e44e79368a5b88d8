import * as vscode from 'vscode';

/** The shapes of the icons of failures, and their colors in light and dark themes. */
const failureIcons = {
  error: { path: 'M5.5 5.5l5 5m0-5l-5 5', light: '#c72e0f', dark: '#f48771' },
  info: { path: 'M8 7.5v4M8 4.5v1', light: '#1a85ff', dark: '#59a4f9' },
};

/** Creates the icon of a failure. It's a picture, because the editor ignores the colors of theme icons in lists (quick picks). */
export function createFailureIcon(icon: keyof typeof failureIcons): {
  readonly light: vscode.Uri;
  readonly dark: vscode.Uri;
} {
  const { path, light, dark } = failureIcons[icon];
  const createUri = (color: string): vscode.Uri => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="none" stroke="${color}"><circle cx="8" cy="8" r="6.5"/><path d="${path}"/></svg>`;
    return vscode.Uri.parse(`data:image/svg+xml;base64,${btoa(svg)}#${icon}`);
  };
  return { light: createUri(light), dark: createUri(dark) };
}

import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownLanguage } from '@codemirror/lang-markdown';
import { syntaxTree } from '@codemirror/language';
import { EditorState, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  keymap,
  placeholder,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';

/* Sets up CodeMirror for editing a note. Load this file with `import()` to keep it out of the main chunk. */

export interface NoteEditorOptions {
  readonly parent: HTMLElement;
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly maxCharacters: number;
  readonly onInput: (text: string) => void;
  readonly onEscape: () => void;
}
/** A selection in the text, as two positions; equal positions are a cursor. */
export interface SelectedText {
  readonly from: number;
  readonly to: number;
}
export interface NoteEditorHandle {
  focus(selected: SelectedText): void;
  /**
   * Replaces the text with another version of the note. Does nothing if both texts are equal, so the cursor
   * does not move.
   */
  replace(text: string): void;
  dispose(): void;
}

const theme = EditorView.theme({
  '&': { backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font)',
    lineHeight: 'var(--lead-13)',
    maxHeight: 'calc(var(--lead-13) * 20)',
    overflow: 'hidden auto',
  },
  '.cm-content': { padding: 'var(--s1) 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0' },
  '.note-strong': { fontWeight: 'var(--weight-strong)' },
  '.note-emphasis': { fontStyle: 'italic' },
  '.note-struck': { textDecoration: 'line-through' },
  '.note-code': { fontFamily: 'var(--font-mono)', fontSize: 'var(--text-12)' },
  '.note-mark': { color: 'var(--muted)' },
  '.cm-placeholder': { color: 'var(--muted)' },
});
/** Style classes for Markdown nodes, keyed by the parser's node names. */
const NODE_CLASSES: Readonly<Record<string, string>> = {
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`ATXHeading${level}`, 'note-strong'])),
  SetextHeading1: 'note-strong',
  SetextHeading2: 'note-strong',
  StrongEmphasis: 'note-strong',
  Emphasis: 'note-emphasis',
  Strikethrough: 'note-struck',
  InlineCode: 'note-code',
  FencedCode: 'note-code',
  HeaderMark: 'note-mark',
  EmphasisMark: 'note-mark',
  ListMark: 'note-mark',
  QuoteMark: 'note-mark',
  CodeMark: 'note-mark',
  LinkMark: 'note-mark',
  StrikethroughMark: 'note-mark',
  URL: 'note-mark',
};
const markdownStyles = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view);
    }
    update({ view, docChanged, viewportChanged, startState, state }: ViewUpdate): void {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = decorate(view);
    }
  },
  { decorations: ({ decorations }) => decorations },
);
function decorate(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges)
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const nodeClass = NODE_CLASSES[node.name];
        if (nodeClass !== undefined && node.from < node.to)
          builder.add(node.from, node.to, Decoration.mark({ class: nodeClass }));
      },
    });
  return builder.finish();
}

/** Returns the nonce that the content security policy requires on style elements. */
const readNonce = (page: Document): string =>
  page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

export function createNoteEditor(options: NoteEditorOptions): NoteEditorHandle {
  const { parent, maxCharacters } = options;
  const view = new EditorView({
    parent,
    doc: options.text,
    extensions: [
      EditorView.cspNonce.of(readNonce(parent.ownerDocument)),
      EditorState.changeFilter.of(
        ({ docChanged, newDoc, startState }) =>
          !docChanged || newDoc.length <= maxCharacters || newDoc.length < startState.doc.length,
      ),
      history(),
      EditorView.lineWrapping,
      placeholder(options.placeholder),
      markdown({ base: markdownLanguage, completeHTMLTags: false }),
      markdownStyles,
      theme,
      EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'true' }),
      keymap.of([
        { key: 'Escape', run: () => (options.onEscape(), true), stopPropagation: true },
        // These keymaps do not contain the Tab key, so Tab moves the focus to the next control as usual.
        ...defaultKeymap,
        ...historyKeymap,
      ]),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) options.onInput(update.state.doc.toString());
      }),
    ],
  });
  return {
    focus: ({ from, to }) => {
      const end = view.state.doc.length;
      view.focus();
      view.dispatch({
        selection: { anchor: Math.min(from, end), head: Math.min(to, end) },
        scrollIntoView: true,
      });
    },
    replace: (text) => {
      if (text === view.state.doc.toString()) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    dispose: () => view.destroy(),
  };
}

/** The style of a chat as a page, on screen and on paper. */
export const PAGE_STYLE = `
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #1a1c20; font: 16px/1.6 system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2rem 0 0.5rem; color: #5b616e; font-size: 0.85rem; }
.question { margin: 0; padding: 0.6rem 1rem; border-radius: 0.8rem; background: #f1f3f5; white-space: pre-wrap; }
table { border-collapse: collapse; font-size: 0.9rem; }
th, td { padding: 0.3rem 0.7rem; border-bottom: 1px solid #dde1e6; text-align: start; }
pre { padding: 0.8rem; border: 1px solid #dde1e6; border-radius: 0.5rem; font-size: 0.8rem; white-space: pre-wrap; }
figure { margin: 1rem 0; }
img { max-width: 100%; }
footer { margin-top: 3rem; color: #5b616e; font-size: 0.8rem; }
@media print {
  main { max-width: none; padding: 0; }
  h2 { break-after: avoid; }
  figure, pre, tr { break-inside: avoid; }
}
`

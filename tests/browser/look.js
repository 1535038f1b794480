// Looks at the present page: axe's findings, and what is too wide, too small, too much or shifts.
(() => {
  const begins = (one, length) => one.outerHTML.slice(0, length);

  function wide() {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const found = [...document.querySelectorAll("main *")].filter(
      (one) =>
        one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".scroll, .unseen"),
    );
    return found.length ? found.slice(0, 3).map((one) => begins(one, 120)) : ["the page"];
  }

  // What is pressed is at least 24 px, symbols 44; a link within a sentence may be smaller.
  function small() {
    const pressed =
      "button, .btn, input:not([type=hidden]):not([type=checkbox]), select, [data-symbol]";
    return [...document.querySelectorAll(pressed)]
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const least = "symbol" in one.dataset ? 44 : 24;
        return one.offsetHeight < least || one.offsetWidth < least;
      })
      .map((one) => `too small: ${begins(one, 90)}`);
  }

  const shift = () =>
    new Promise((done) => {
      const add = (sum, one) => sum + (one.hadRecentInput ? 0 : one.value);
      new PerformanceObserver((list) => done(list.getEntries().reduce(add, 0))).observe({
        type: "layout-shift",
        buffered: true,
      });
      setTimeout(() => done(0), 50);
    });

  async function look(rules) {
    const [found, shifted] = await Promise.all([axe.run(rules), shift()]);
    return {
      axe: found.violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]),
      nodes: document.querySelectorAll("*").length,
      shift: shifted,
      wide: wide(),
      small: small(),
    };
  }

  look.longer = async () => {
    document.cookie = "justa_language=en-XA; path=/";
    const html = await (await fetch(location.href)).text();
    document.cookie = "justa_language=; path=/; max-age=0";
    const page = new DOMParser().parseFromString(html, "text/html");
    document.body.replaceChildren(...page.body.childNodes);
    return { text: document.getElementById("main").innerText, wide: wide() };
  };
  return look;
})()

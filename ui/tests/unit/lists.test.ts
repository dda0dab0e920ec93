import { afterEach, expect, test } from "vitest";

import { isTyping, moveInList } from "@/app/shortcuts";

afterEach(() => {
  document.body.innerHTML = "";
});

function page(html: string) {
  document.body.innerHTML = html;
  Element.prototype.scrollIntoView = () => {};
}
const focused = () => document.activeElement?.id;

test("j and k walk the rows of a page and stop at its ends", () => {
  page('<button id="a" data-row></button><p>text</p><button id="b" data-row></button>');
  const walked = [1, 1, 1, -1, -1].map((step) => {
    moveInList(step as 1 | -1);
    return focused();
  });
  expect(walked).toEqual(["a", "b", "b", "a", "a"]);
});

test("from outside the list k begins at its end", () => {
  page('<button id="a" data-row></button><button id="b" data-row></button>');
  moveInList(-1);
  expect(focused()).toBe("b");
});

test("a page without rows is left alone", () => {
  page("<p>text</p>");
  expect(() => moveInList(1)).not.toThrow();
});

test("letters typed into a field are text, not keys", () => {
  page('<input id="i"><textarea id="t"></textarea><button id="b"></button>');
  expect(["i", "t", "b"].map((id) => isTyping(document.getElementById(id)))).toEqual([true, true, false]);
});

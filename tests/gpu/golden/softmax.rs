// `wgsl!(exp.(x .- max[1](x)) ./ sum[1](exp.(x .- max[1](x))))`, in a crate `K`.
fn softmax() -> String {
    match &(x) {
        r0 => {
            let d = &K::__private::gpu::no_machine();
            let l0 = K::__private::gpu::Operand::leaf(&*r0);
            let k0 = K::__private::gpu::rank(&l0);
            {
                let _ = {
                    let s0 = k0;
                    let u0 = K::__private::gpu::space(s0);
                    K::__private::gpu::FitsAxes::fits(K::__private::gpu::found_of_axes(
                        u0,
                        K::__private::gpu::At::<1, 2>,
                    ));
                    let w0 = K::__private::gpu::reduced(u0, K::__private::gpu::At::<1, 2>);
                    let y0 = K::__private::gpu::stage(
                        d,
                        0,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["x"],
                            targets: &[],
                            cost: 0,
                            serial: false,
                        },
                        u0,
                        K::__private::gpu::Reduce::Axes(&[1]),
                        l0,
                        &K::__private::gpu::Formula {
                            steps: &[],
                            stored: &[],
                            folds: &[K::__private::gpu::FormulaFold {
                                name: "max",
                                value: K::__private::gpu::Value::Leaf(0),
                            }],
                            values: &[],
                        },
                        |_t, a0| K::__private::gpu::formula((), K::ops::reduce::Max::max(a0)),
                    );
                    let l1 = y0.leaves(w0);
                    let l1 = l1;
                    let k1 = K::__private::gpu::rank(&l1);
                    let s1 = K::__private::gpu::around(w0, k0);
                    K::__private::gpu::Fits::fits(K::__private::gpu::FitsMatrix::fits(
                        K::__private::gpu::FitsVector::fits(k0, s1),
                    ));
                    K::__private::gpu::Beside::fits(w0, s1);
                    let u1 = K::__private::gpu::space(s1);
                    K::__private::gpu::FitsAxes::fits(K::__private::gpu::found_of_axes(
                        u1,
                        K::__private::gpu::At::<1, 2>,
                    ));
                    let w1 = K::__private::gpu::reduced(u1, K::__private::gpu::At::<1, 2>);
                    let y1 = K::__private::gpu::stage(
                        d,
                        1,
                        &K::__private::gpu::Call {
                            name: "wgsl!",
                            operands: &["x", "max[1](..)"],
                            targets: &[],
                            cost: 21,
                            serial: false,
                        },
                        u1,
                        K::__private::gpu::Reduce::Axes(&[1]),
                        (l0, l1),
                        &K::__private::gpu::Formula {
                            steps: &[
                                K::__private::gpu::FormulaStep {
                                    at: 0,
                                    node: K::__private::gpu::Node::Apply(
                                        "minus",
                                        &[K::__private::gpu::Value::Leaf(0), K::__private::gpu::Value::Leaf(1)],
                                    ),
                                },
                                K::__private::gpu::FormulaStep {
                                    at: 1,
                                    node: K::__private::gpu::Node::Apply("exp", &[K::__private::gpu::Value::Step(0)]),
                                },
                            ],
                            stored: &[],
                            folds: &[K::__private::gpu::FormulaFold {
                                name: "sum",
                                value: K::__private::gpu::Value::Step(1),
                            }],
                            values: &[K::__private::gpu::Value::Step(1)],
                        },
                        |_t, (a0, a1)| {
                            let v0 = K::ops::Minus::minus(a1, a0);
                            let v1 = K::ops::Exp::exp(v0, _t);
                            K::__private::gpu::OnGpu::check(&v0);
                            K::__private::gpu::formula(
                                (K::__private::gpu::typed(&v0), K::__private::gpu::typed(&v1)),
                                (K::ops::reduce::Sum::sum(v1), K::Stored::store(v1)),
                            )
                        },
                    );
                    let (_, l2) = y1.leaves(u1);
                    let l2 = l2;
                    let k2 = K::__private::gpu::rank(&l2);
                    let (l3, _) = y1.leaves(w1);
                    let l3 = l3;
                    let k3 = K::__private::gpu::rank(&l3);
                    let z0 = K::__private::gpu::around(K::__private::gpu::meet_same(w0, w1), k0);
                    K::__private::gpu::Fits::fits(K::__private::gpu::FitsMatrix::fits(
                        K::__private::gpu::FitsVector::fits(k0, z0),
                    ));
                    K::__private::gpu::Beside::fits(w0, z0);
                    K::__private::gpu::Beside::fits(w1, z0);
                    let o = K::__private::gpu::text_run_stages(
                        d,
                        (&y0, &y1),
                        K::__private::gpu::last(
                            &K::__private::gpu::Call {
                                name: "wgsl!",
                                operands: &["x, max[1](..)", "sum[1](..)"],
                                targets: &[],
                                cost: 4,
                                serial: false,
                            },
                            z0,
                            (),
                            (l2, l3),
                            &K::__private::gpu::Formula {
                                steps: &[K::__private::gpu::FormulaStep {
                                    at: 0,
                                    node: K::__private::gpu::Node::Apply(
                                        "divide",
                                        &[K::__private::gpu::Value::Leaf(0), K::__private::gpu::Value::Leaf(1)],
                                    ),
                                }],
                                stored: &[],
                                folds: &[],
                                values: &[K::__private::gpu::Value::Step(0)],
                            },
                            |_t, ((), (a2, a3))| {
                                let v2 = K::ops::Divide::divide(a3, a2);
                                K::__private::gpu::formula(K::__private::gpu::typed(&v2), ((), K::Stored::store(v2)))
                            },
                        ),
                    );
                    o
                };
                K::__private::gpu::text(d)
            }
        }
    }
}
